/** Request bodies that work unchanged, by operation. */
export const exampleBodies: Readonly<Record<string, unknown>> = {
  captureUrl: { url: 'https://example.com', full_page: true, response_type: 'image' },
  captureHtml: { html: '<h1>Hello</h1>', width: 800, height: 400 },
  estimateCapture: { url: 'https://example.com', full_page: true, clean: true },
  captureUrlFromDashboard: { url: 'https://example.com', project_id: 1 },
  captureHtmlFromDashboard: { html: '<h1>Hello</h1>', project_id: 1 },
  createProject: { name: 'Website' },
  createApiKey: { name: 'Nightly job', monthlyLimit: 500, projectId: null },
  login: { email: 'ada@example.com', password: 'correct horse battery' },
  updateProfile: { firstName: 'Ada', lastName: 'Lovelace' },
  deleteFiles: { ids: ['0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42'] },
};

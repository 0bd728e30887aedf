import {
  billingErrorCodes,
  errorCodes,
  type Endpoint,
  type ErrorCodeName,
} from '@shotwright/contract';
import { errorBody } from '../errors/error-response.ts';

/** Request bodies that work unchanged, by operation. */
export const exampleBodies: Readonly<Record<string, unknown>> = {
  captureUrl: { url: 'https://example.com', full_page: true, response_type: 'image' },
  captureHtml: { html: '<h1>Hello</h1>', width: 800, height: 400 },
  createLink: { url: 'https://example.com', full_page: true },
  createDestination: {
    name: 'Images',
    endpoint: 'https://s3.eu-central-1.example.com',
    region: 'eu-central-1',
    bucket: 'screenshots',
    access_key_id: 'AKIAEXAMPLE',
    secret_access_key: 'secret',
  },
  updateDestination: { name: 'Archive' },
  estimateCapture: { url: 'https://example.com', full_page: true, clean: true },
  compareScreenshots: {
    before: '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42',
    after: '0190f5a4-7a10-7d52-8c3e-5b1f9e0d2a77',
    max_diff_ratio: 0.001,
  },
  createAnnotatedCopy: {
    marks: [
      { type: 'arrow', x: 420, y: 300, to_x: 260, to_y: 180, color: '#e01020', thickness: 4 },
      { type: 'text', x: 430, y: 290, text: 'The new button', size: 24 },
      { type: 'blur', x: 40, y: 60, width: 200, height: 24 },
    ],
    crop: { x: 0, y: 0, width: 800, height: 600 },
  },
  approveBaseline: {
    screenshot_id: '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42',
    max_diff_ratio: 0.001,
  },
  createSchedule: {
    name: 'Home page',
    setting_id: 1,
    cron: '0 9 * * 1-5',
    timezone: 'Europe/Berlin',
    notify: 'change',
    max_diff_ratio: 0.001,
  },
  checkBaseline: { screenshot_id: '0190f5a4-7a10-7d52-8c3e-5b1f9e0d2a77' },
  createBatch: {
    name: 'Product pages',
    options: { width: 1200 },
    items: [{ url: 'https://example.com' }, { url: 'https://example.com/a', full_page: true }],
  },
  captureUrlFromDashboard: { url: 'https://example.com', project_id: 1 },
  captureHtmlFromDashboard: { html: '<h1>Hello</h1>', project_id: 1 },
  createProject: { name: 'Website' },
  renameProject: { name: 'Website' },
  createApiKey: { name: 'Nightly job', monthlyLimit: 500, projectId: null },
  setProjectBudget: {
    monthlyLimit: 500,
    thresholds: [50, 80, 100],
    recipients: { roles: ['owner', 'billing'], userIds: [] },
  },
  login: { email: 'ada@example.com', password: 'correct horse battery' },
  updateProfile: { firstName: 'Ada', lastName: 'Lovelace' },
  deleteFiles: { ids: ['0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42'] },
};

/** Request ID of all samples. */
const sampleRequestId = '019b8e6a-0000-7000-8000-000000000000';

/** All error codes, in the order of their table. */
export const allErrorCodes = Object.keys(errorCodes).filter(
  (code): code is ErrorCodeName => code in errorCodes,
);

const width = 'must be a whole number from 100 to 7680';

/** Details of errors whose meaning names them. */
const sampleDetails: Readonly<Partial<Record<ErrorCodeName, Record<string, unknown>>>> = {
  validation_failed: { fields: [{ path: 'width', message: width }] },
  insufficient_credits: { resetsAt: '2026-02-01T00:00:00.000Z' },
  key_monthly_limit_reached: { resetsAt: '2026-02-01T00:00:00.000Z' },
  project_monthly_limit_reached: {
    projectId: 1,
    monthlyLimit: 500,
    resetsAt: '2026-02-01T00:00:00.000Z',
  },
  host_returned_error: { hostStatus: 503 },
  step_failed: { step: 2, action: 'click' },
};

/** Returns the body of an error as a sample. */
export function sampleErrorBody(code: ErrorCodeName) {
  const { status, meaning } = errorCodes[code];
  const message = code === 'validation_failed' ? `width ${width}.` : meaning;
  const details = sampleDetails[code] ?? {};
  return errorBody({ statusCode: status, code, message, details }, sampleRequestId);
}

const tagDescriptions: Readonly<Record<string, string>> = {
  Accounts: 'Sign-up, sign-in and the profile of a user.',
  Annotations: 'Copies of screenshots with arrows, boxes, texts, blurred regions, or cropped.',
  'API keys': 'Keys of programs, their limits and their projects.',
  'Audit log': 'Actions of users and API keys: who did what, when and from where.',
  Batches: 'Many captures with one request, and their results.',
  Billing: 'Usage, prices and plans.',
  Budgets: 'Monthly credit limits of projects and API keys, and alerts by email.',
  Baselines: 'Approved screenshots that later captures of the same URL are compared with.',
  Comparisons: 'Differences between two screenshots.',
  Coupons: 'Codes that add credits.',
  Destinations: 'Buckets of a customer that receive finished files.',
  Files: 'Stored screenshots as the File Manager lists them.',
  Help: 'Tickets to the support team.',
  Links:
    'Signed links that capture and return an image. New captures of a link are limited per minute (429 rate_limited with Retry-After); images of the cache are not.',
  Overview: 'Figures of the Overview of the dashboard.',
  Projects: 'Groups of screenshots.',
  'Request log': 'Calls with API keys, as the server received them.',
  'Saved settings': 'Capture options stored under a name.',
  Team: 'Members of the organisation, their roles, and invitations by email.',
  Reports: 'Captures with captions as a PDF and as a public page.',
  Schedules: 'Saved settings that are captured at planned times, and their runs.',
  Screenshots: 'Captures of web pages and HTML, and their results.',
  Webhooks: 'Notifications about captures that have ended.',
};

/** Returns the tags of endpoints with their descriptions, the most important first. */
export function tagsOf(endpoints: readonly Endpoint[]): { name: string; description: string }[] {
  const names = new Set(['Screenshots', 'Batches', 'Links', ...endpoints.map(({ tag }) => tag)]);
  return [...names].map((name) => ({ name, description: tagDescriptions[name] ?? '' }));
}

/** Returns the responses of all errors by status, with an example of each code. */
export function errorResponses({
  isBillingOn,
}: {
  readonly isBillingOn: boolean;
}): Record<string, unknown> {
  const reported = allErrorCodes.filter((code) => isBillingOn || !billingErrorCodes.has(code));
  const byStatus = Map.groupBy(reported, (code) => errorCodes[code].status);
  // 405 belongs to a path, not to one of its operations.
  byStatus.delete(405);
  const responses = [...byStatus].map(([status, codes]) => {
    const examples = codes.map((code) => [
      code,
      { summary: errorCodes[code].meaning, value: sampleErrorBody(code) },
    ]);
    return [
      `Error${status}`,
      {
        description: `One of the codes ${codes.join(', ')}.`,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(examples),
          },
        },
      },
    ];
  });
  return Object.fromEntries(responses);
}

/** Returns a copy of JSON in which `convert` was applied to each text. */
export function withTexts<T>(json: T, convert: (text: string) => string): T {
  const text = JSON.stringify(json, (_, value: unknown) =>
    typeof value === 'string' ? convert(value) : value,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shape of the document remains
  return JSON.parse(text) as T;
}

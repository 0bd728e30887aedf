import type {
  ErrorBody,
  OperationData,
  Overview,
  Project,
  RuntimeConfig,
  Screenshot,
  User,
} from '@shotwright/contract';
import { endpointPaths, type OperationId } from '@shotwright/contract/paths';
import { delay, http, HttpResponse, type HttpHandler } from 'msw';
import { setupServer } from 'msw/node';
import { defaultConfig } from '../src/lib/api/runtime-config.ts';

/** The user Ada, as the server returns her. */
export const ada: User = {
  id: '6f0d0c5e-0000-4000-8000-000000000001',
  organizationId: '6f0d0c5e-0000-4000-8000-000000000002',
  email: 'ada@lovelace.dev',
  firstName: 'Ada',
  lastName: 'Lovelace',
  provider: 'EMAIL',
};

/** Projects with the ids 1 to `count`. */
export function someProjects(count: number): Project[] {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `Project ${String(index + 1)}`,
    screenshotCount: 12,
    totalSize: 3_565_158,
    monthlyLimit: null,
    monthlyUsage: null,
    createdAt: '2026-01-05T10:00:00.000Z',
  }));
}

/** An Overview with these projects. */
export function anOverview(projects: Project[] = someProjects(4)): Overview {
  return {
    totalProjects: projects.length,
    totalScreenshots: 1_234,
    totalSize: 176_897_229,
    credits: 88,
    creditsTotal: 100,
    creditsResetAt: '2026-12-01T00:00:00.000Z',
    projects,
    onboarding: {
      hasProject: true,
      hasCapture: false,
      hasApiKey: false,
      hasApiCall: false,
      hasWebhook: false,
      isDismissed: false,
    },
  };
}

/** A finished capture of `url`. */
export function aScreenshot(id: number, change: Partial<Screenshot> = {}): Screenshot {
  const uuid = `6f0d0c5e-0000-4000-8000-0000000001${String(id).padStart(2, '0')}`;
  return {
    id: uuid,
    requestId: uuid,
    type: 'URL',
    url: `https://site-${String(id)}.example/`,
    livemode: true,
    status: 'COMPLETE',
    projectId: 1,
    screenshotUrl: '/files/1.png',
    thumbnailUrl: '/files/1-small.png',
    screenshotImageSize: 1,
    imageWidth: 1,
    imageHeight: 1,
    externalId: null,
    tags: [],
    retainedUntil: null,
    creditsRequired: 1,
    creditsCharged: 1,
    duration: 1,
    createdAt: new Date(Date.now() - 180_000).toISOString(),
    startedAt: null,
    finishedAt: null,
    options: {},
    timings: null,
    report: null,
    verdict: null,
    waiting: null,
    error: null,
    code: null,
    message: null,
    retryable: false,
    ...change,
  };
}

/** A request that the fake server received. */
export interface Received {
  readonly body: unknown;
  readonly headers: Headers;
  readonly url: URL;
}

type MockData<D> = D | Response | ((received: Received) => D | Response | Promise<D | Response>);

/** Mocks an operation: responds with `data` in the contract's envelope and records the requests. */
export function mockEndpoint<K extends OperationId>(
  operation: K,
  data: MockData<OperationData<K>>,
  extra: { message?: string; status?: string } = {},
): { handler: HttpHandler; received: Received[] } {
  const { method, path } = endpointPaths[operation];
  return mockPath(method, path, { data, ...extra });
}

/** Like {@link mockEndpoint}, for a path outside the contract. */
export function mockPath(
  method: string,
  path: string,
  mocked: { data: MockData<unknown>; message?: string; status?: string },
): { handler: HttpHandler; received: Received[] } {
  const received: Received[] = [];
  const verb = {
    GET: http.get,
    POST: http.post,
    PATCH: http.patch,
    PUT: http.put,
    DELETE: http.delete,
  }[method];
  if (verb === undefined) throw new Error(`no handler for ${method}`);
  const url = `*/api/v1${path.replace(/\{(\w+)\}/g, ':$1')}`;
  const handler = verb(url, async ({ request }) => {
    const text = await request.clone().text();
    const arrived = {
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      headers: request.headers,
      url: new URL(request.url),
    };
    received.push(arrived);
    const data = typeof mocked.data === 'function' ? await mocked.data(arrived) : mocked.data;
    if (data instanceof Response) return data;
    if (Array.isArray(data)) return HttpResponse.json(data);
    const { status = 'success', message } = mocked;
    return HttpResponse.json({ status, message, ...(data as object), data });
  });
  return { handler, received };
}

/** An error response of the contract. */
export function failure(
  statusCode: number,
  message: string,
  extra: Partial<ErrorBody> & { headers?: Record<string, string> } = {},
): Response {
  const { headers, ...body } = extra;
  const full: ErrorBody = {
    status: 'error',
    statusCode,
    message,
    error: message,
    code: 'internal_error',
    details: {},
    requestId: 'req_1',
    retryable: false,
    creditsCharged: 0,
    docs: '/docs/errors/internal_error',
    ...body,
  };
  return HttpResponse.json(full, { status: statusCode, ...(headers && { headers }) });
}

/** Never responds. */
export async function neverResponds(): Promise<never> {
  await delay('infinite');
  throw new Error('an infinite delay ended');
}

/** Serves `/config.json` with the defaults and `change`. */
export function configured(change: Partial<RuntimeConfig>): HttpHandler {
  return http.get('*/config.json', () => HttpResponse.json({ ...defaultConfig, ...change }));
}

/** Empty lists of the pages that a test of the layout only passes through. */
const emptyLists = [
  ['/screenshot-settings/list', { settings: [] }],
  ['/webhooks', []],
  ['/help/tickets', { tickets: [] }],
  ['/dashboards/supported-devices', []],
  ['/devices', { devices: [] }],
  ['/subscriptions/status', { subscriptionPlan: null, dataToDisplay: null, codesApplied: 0 }],
  ['/dashboards/capture-days', { days: [] }],
  ['/staff/worker-isolation', { workers: { isolated: 1, off: 0, unavailable: 0 } }],
  [
    '/credits/usage',
    {
      cycleStartedAt: '2026-11-01T00:00:00.000Z',
      cycleEndsAt: '2026-12-01T00:00:00.000Z',
      creditsGranted: 100,
      creditsUsed: 12,
      creditsAvailable: 88,
      creditsLasting: 0,
      creditsForecast: null,
      unusedCredits: 'expire',
      storageUsed: 0,
      storageLimit: 536_870_912,
      days: [],
      projects: [],
      apiKeys: [],
    },
  ],
  [
    '/projects/files',
    {
      screenshots: [],
      totalScreenshotsSize: 0,
      totalProjects: 0,
      meta: { total: 0, isTotalExact: true, nextCursor: null },
    },
  ],
] as const;

/** A server without errors on which Ada has four projects. */
export const fakeServer = setupServer(
  configured({}),
  mockEndpoint('getOverview', anOverview()).handler,
  mockEndpoint('listProjects', { projects: someProjects(4) }).handler,
  mockEndpoint('listScreenshots', {
    screenshots: [],
    meta: { page: 1, limit: 6, total: 0, isTotalExact: true },
  }).handler,
  mockEndpoint('listBatches', { batches: [], meta: { page: 1, limit: 25, total: 0 } }).handler,
  mockEndpoint('listBaselines', {
    baselines: [],
    meta: { page: 1, limit: 25, total: 0, isTotalExact: true },
  }).handler,
  mockEndpoint('listBaselineChecks', { checks: [] }).handler,
  mockEndpoint('listAnnotatedCopies', { copies: [] }).handler,
  mockEndpoint('listSchedules', { schedules: [] }).handler,
  mockEndpoint('listReports', { reports: [] }).handler,
  mockEndpoint('listApiKeys', { apiKeys: [] }).handler,
  mockEndpoint('listDestinations', { destinations: [] }).handler,
  mockEndpoint('readMatchesProgress', { isRunning: false }).handler,
  mockEndpoint('listRequests', { requests: [], next: null, searchedUntil: null }).handler,
  mockEndpoint('listAuditEvents', { events: [], next: null }).handler,
  mockEndpoint('getProfile', { user: ada }).handler,
  mockEndpoint('listPasskeys', { passkeys: [] }).handler,
  http.get('*/api/v1/auth/captcha', () => HttpResponse.json({})),
  http.get('*/status.json', () => HttpResponse.json({ status: 'works', parts: {} })),
  http.get('*/docs/search.json', () => HttpResponse.json({ results: [] })),
  ...emptyLists.map(([path, data]) => mockPath('GET', path, { data }).handler),
);

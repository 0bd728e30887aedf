import type { PathTable } from './endpoint-path.ts';

/** Methods and paths of the endpoints for API keys. */
export const apiKeyPaths = {
  listApiKeys: { method: 'GET', path: '/api-keys' },
  createApiKey: { method: 'POST', path: '/api-keys' },
  updateApiKey: { method: 'PATCH', path: '/api-keys/{id}' },
  rotateApiKey: { method: 'POST', path: '/api-keys/{id}/rotate' },
  deleteApiKey: { method: 'DELETE', path: '/api-keys/{id}' },
} as const satisfies PathTable;

/** Kinds of access of an API key: everything that the API offers to keys, or captures only. */
export const apiKeyAccesses = ['full', 'capture'] as const;
/** One of the {@link apiKeyAccesses}. */
export type ApiKeyAccess = (typeof apiKeyAccesses)[number];

/** Limits of the restrictions of an API key. */
export const apiKeyLimits = {
  /** IP addresses and ranges of one key. */
  allowedIps: 20,
  /** Time from now to the latest date of expiry. */
  expiryYears: 5,
} as const;

/** Host whose pages force results in test mode. No DNS server resolves it. Source: RFC 6761 §6.4. */
export const testHost = 'test.invalid';

/** Pages of the {@link testHost} with their results. */
export const testPages = [
  { path: 'ok', result: 'COMPLETE' },
  { path: 'slow', result: 'COMPLETE after 5 seconds' },
  { path: 'timeout', result: 'FAILED with navigation_timeout' },
  { path: 'dns', result: 'FAILED with dns_error' },
  { path: '404', result: 'COMPLETE with the verdict host_error and the status 404' },
  { path: '500', result: 'COMPLETE with the verdict host_error and the status 500' },
  { path: 'selector', result: 'FAILED with selector_not_found' },
  { path: 'huge', result: 'FAILED with page_too_large' },
  { path: 'credits', result: 'the error 402 insufficient_credits; nothing is captured' },
  { path: 'flaky', result: 'FAILED with page_crashed the first time, then COMPLETE' },
] as const;
/** Path of one of the {@link testPages}, without its slash. */
export type TestPath = (typeof testPages)[number]['path'];
/** Paths of the {@link testPages}. */
export const testPaths: readonly TestPath[] = testPages.map(({ path }) => path);

/** Methods and paths of the endpoints for the log of calls with API keys. */
export const requestLogPaths = {
  listRequests: { method: 'GET', path: '/requests' },
  getRequest: { method: 'GET', path: '/requests/{id}' },
} as const satisfies PathTable;

/** Limits of the request log. */
export const requestLogLimits = {
  /** Calls are deleted after this time. Unit: days. */
  keptDays: 30,
  /** The oldest calls of an organisation beyond this number are deleted every hour. */
  keptCalls: 200_000,
  /** Stored part of a body. Unit: bytes of its JSON. */
  requestBodyBytes: 8_192,
  responseBodyBytes: 4_096,
  /** Rows of one page of the list. */
  pageSize: 50,
  /** Calls that one page of a filtered list searches at most. */
  searchedCalls: 10_000,
} as const;

/** Filter of the log by status: a class, `error`, or one status. */
export const requestStatusPattern = /^(?:[2345]xx|error|[2-5]\d\d)$/;

/** Text in the place of a secret in the log. */
export const redactedText = '[redacted]';

import { requestLogLimits } from '@shotwright/contract';
import type { KeyCall } from '../../http/route.ts';
import { newId } from '../../lib/ids.ts';
import {
  isSecretParameter,
  loggedRequestBody,
  loggedResponseBody,
  type LoggedBody,
} from './logged-body.rules.ts';
import { redactRequestHeaders, redactResponseHeaders, redactUrl } from './redaction.rules.ts';

/** A row of the log as it is inserted. */
export interface NewRequestRow {
  readonly id: string;
  readonly organizationId: string;
  readonly requestId: string;
  readonly createdAt: string;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly target: string | null;
  readonly status: number;
  readonly durationMs: number;
  readonly credits: number;
  readonly errorCode: string | null;
  readonly apiKeyId: number;
  readonly projectId: number | null;
  readonly screenshotId: string | null;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly requestBody: LoggedBody | null;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: LoggedBody | null;
}

const pathLength = 2_048;
const targetLength = 500;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Returns the row of a call, without its secrets. */
export function requestRowOf(call: KeyCall): NewRequestRow {
  const { caller, endpoint, startedAt } = call;
  const data = fieldsOf(call.responseBody);
  const body = fieldsOf(call.requestBody);
  const query = fieldsOf(call.query);
  const { requestBodyBytes, responseBodyBytes } = requestLogLimits;
  return {
    id: newId(startedAt.getTime()),
    organizationId: caller.organizationId,
    requestId: call.requestId,
    createdAt: startedAt.toISOString(),
    method: call.method,
    route: endpoint.path,
    path: redactUrl(call.url, isSecretParameter).slice(0, pathLength),
    target: targetOf(body.get('url') ?? query.get('url')),
    status: call.status,
    durationMs: call.durationMs,
    credits: creditsOf(call, data),
    errorCode: call.status >= 400 ? textOf(data.get('code')) : null,
    apiKeyId: caller.apiKeyId,
    projectId: caller.projectId ?? idOf(data.get('projectId') ?? body.get('project_id')),
    screenshotId: screenshotOf(call),
    requestHeaders: redactRequestHeaders(call.requestHeaders),
    requestBody: loggedRequestBody(endpoint, call.requestBody, requestBodyBytes),
    responseHeaders: redactResponseHeaders(call.responseHeaders),
    responseBody: loggedResponseBody(call.responseBody, responseBodyBytes),
  };
}

function fieldsOf(value: unknown): { get(name: string): unknown } {
  const isObject = typeof value === 'object' && value !== null;
  return { get: (name) => (isObject ? Reflect.get(value, name) : undefined) };
}

/** Credits held or charged by this call; a repeated or cached response charges nothing. */
function creditsOf({ endpoint, responseHeaders }: KeyCall, data: { get(name: string): unknown }) {
  const isFree =
    responseHeaders['idempotent-replayed'] === 'true' || responseHeaders['x-cache'] === 'HIT';
  if (isFree || responseHeaders['x-screenshot-id'] === undefined) return 0;
  const required = data.get('creditRequired');
  if (typeof required === 'number') return required;
  // Reading an image repeats the charge of its capture.
  const charged = endpoint.takesCaptureOptions ? responseHeaders['x-credits-charged'] : 0;
  return Number(charged ?? 0);
}

function screenshotOf({ responseHeaders, params, endpoint }: KeyCall): string | null {
  const ofPath = endpoint.path.startsWith('/screenshots/{id}') ? params['id'] : undefined;
  const id = responseHeaders['x-screenshot-id'] ?? ofPath;
  return typeof id === 'string' && uuid.test(id) ? id.toLowerCase() : null;
}

function targetOf(url: unknown): string | null {
  return typeof url === 'string' ? redactUrl(url).slice(0, targetLength) : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function idOf(value: unknown): number | null {
  const id = Number(value);
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : null;
}

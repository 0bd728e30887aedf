import { ShotwrightError, type FieldError } from '../errors.ts';
import { proxySignInError } from './connection-error.ts';

interface Target {
  readonly method: string;
  readonly path: string;
  /** URL of the server. */
  readonly url: string;
}

type ErrorBody = Readonly<Record<string, unknown>> & {
  readonly code: string;
  readonly message: string;
};

/** Codes of a server that lacks the call, or lacks it for API keys. */
const lackingCodes = new Set(['not_found', 'method_not_allowed', 'session_expired']);
const ownTypes = new Set(['application/json', 'application/zip']);
const gatewayStatuses = new Set([502, 503, 504]);

/** Returns the error that a response reports; undefined if it is the expected one. */
export async function responseError(
  response: Response,
  target: Target,
): Promise<ShotwrightError | undefined> {
  const type = (response.headers.get('content-type') ?? '').replace(/;.*/, '');
  // An image has any type, and names its screenshot.
  const isOurs = ownTypes.has(type) || response.headers.has('x-screenshot-id');
  if (response.ok && isOurs) return undefined;
  const location = response.headers.get('location');
  if (response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    return redirectError(target, { status: response.status, location });
  }
  const text = await response.text();
  const body = type === 'application/json' ? parseError(text) : undefined;
  return body ? apiError(response, body, target) : foreignError(response, type, target);
}

function apiError(response: Response, body: ErrorBody, target: Target): ShotwrightError {
  const { status } = response;
  if (lackingCodes.has(body.code)) {
    return new ShotwrightError({
      code: 'server_too_old',
      message: `The server at ${target.url} does not have the call ${target.method} ${target.path} for API keys. It is probably older than this client; update it.`,
      status,
      cause: body,
    });
  }
  const details = recordOf(body['details']);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ShotwrightError({
    code: body.code,
    message: body.message,
    status,
    details,
    fields: fieldsOf(details['fields']),
    isRetryable: body['retryable'] === true,
    screenshotId: textOf(details['screenshotId']),
    requestId: textOf(body['requestId']),
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : undefined,
  });
}

function redirectError(
  { url }: Target,
  { status, location }: { readonly status: number; readonly location: string | null },
): ShotwrightError {
  return new ShotwrightError({
    code: 'redirected',
    message: `${url} redirects to ${location ?? 'another URL'}. Use the URL to which it redirects.`,
    status,
  });
}

/** Error for a response that no Shotwright server sends. */
function foreignError(response: Response, type: string, target: Target): ShotwrightError {
  const { status, headers } = response;
  const seen = `responded to ${target.method} ${target.path} with ${status} (${type || 'no content type'})`;
  if (status === 407 || headers.has('proxy-authenticate')) return proxySignInError(target.url);
  if (gatewayStatuses.has(status)) {
    return new ShotwrightError({
      code: 'proxy_error',
      message: `A proxy between this client and ${target.url} ${seen}. The server behind it may be down.`,
      status,
      isRetryable: true,
    });
  }
  return new ShotwrightError({
    code: 'not_shotwright',
    message: `${target.url} is not a Shotwright server: it ${seen}. Check the URL.`,
    status,
  });
}

function parseError(text: string): ErrorBody | undefined {
  try {
    const body = recordOf(JSON.parse(text));
    const { code, message } = body;
    if (typeof code !== 'string' || typeof message !== 'string') return undefined;
    return { ...body, code, message };
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): FieldError[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  return list.map(recordOf).map(({ path, message, did_you_mean: similar }) => ({
    path: String(path),
    message: String(message),
    ...(typeof similar === 'string' && { did_you_mean: similar }),
  }));
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

import { ShotwrightError } from '../errors.ts';
import { connectionError } from './connection-error.ts';
import type { Deadline } from './deadline.ts';
import { responseError } from './response-error.ts';
import type { ApiRequest, Settings } from './settings.ts';

/** Time for one attempt, except the body of an image; longer than a capture is waited for. */
const attemptMs = 45_000;
const firstDelayMs = 250;
const longestDelayMs = 30_000;
/** A request that another attempt of ours is still carrying out is asked for until the deadline. */
const runningCode = 'idempotency_in_progress';

/** Errors of a deletion that a former attempt has carried out. */
const deletedCodes: ReadonlySet<string> = new Set(['screenshot_not_found', 'baseline_not_found']);

/** A request, and the function that reads its successful response. */
export interface SentRequest<T> extends ApiRequest {
  readonly read: (response: Response) => Promise<T>;
}

/**
 * Sends a request and returns its response as read. Retries lost connections and temporary errors; a
 * POST only with an idempotency key or if a repeat changes nothing more, so that nothing is done
 * twice. Throws a {@link ShotwrightError} or the reason of the caller's signal.
 */
export async function send<T>(
  settings: Settings,
  request: SentRequest<T>,
  deadline: Deadline,
): Promise<T> {
  const { method, idempotencyKey, isRepeatable = idempotencyKey !== undefined } = request;
  const mayRetry = method !== 'POST' || isRepeatable;
  for (let retries = 0; ;) {
    const outcome = await attempt(settings, request, deadline);
    if (!(outcome instanceof ShotwrightError)) return outcome;
    const isRunning = outcome.code === runningCode;
    // The attempt before this one deleted it, and its response was lost.
    if (retries > 0 && isDeleted(request, outcome)) return request.read(Response.json({}));
    if (!mayRetry || !isTemporary(outcome) || (!isRunning && retries >= settings.maxRetries)) {
      throw outcome;
    }
    if (!isRunning) retries += 1;
    const backoffMs = firstDelayMs * 2 ** Math.max(0, retries - 1);
    await deadline.sleep(Math.min(outcome.retryAfterMs ?? backoffMs, longestDelayMs));
  }
}

/** Failures of a capture are final: a repeat would return the same failure. */
function isTemporary({ code, status, isRetryable, screenshotId }: ShotwrightError): boolean {
  if (screenshotId !== undefined) return false;
  if (code === runningCode) return true;
  return isRetryable && (status === undefined || status === 429 || status >= 500);
}

function isDeleted({ method }: ApiRequest, { code }: ShotwrightError): boolean {
  return method === 'DELETE' && deletedCodes.has(code);
}

async function attempt<T>(
  settings: Settings,
  request: SentRequest<T>,
  deadline: Deadline,
): Promise<T | ShotwrightError> {
  deadline.throwIfOver();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), attemptMs);
  try {
    const response = await settings.fetch(urlOf(settings, request), {
      method: request.method,
      headers: headersOf(settings, request),
      body: request.body === undefined ? null : JSON.stringify(request.body),
      // A redirected POST would become a GET without its body.
      redirect: 'manual',
      signal: AbortSignal.any([deadline.signal, late.signal]),
    });
    const error = await responseError(response, { ...request, url: settings.url });
    return error ?? (await request.read(response));
  } catch (error) {
    deadline.throwIfOver();
    return connectionError(error, settings.url);
  } finally {
    clearTimeout(timer);
  }
}

function urlOf({ url }: Settings, { path, query = {} }: ApiRequest): string {
  const target = new URL(`${url}/api/v1${path}`);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) target.searchParams.set(name, String(value));
  }
  return target.href;
}

function headersOf({ apiKey }: Settings, { body, idempotencyKey }: ApiRequest) {
  return {
    accept: 'application/json, */*',
    'x-api-key': apiKey,
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
}

import type { OperationData, OperationRequest } from '@shotwright/contract';
import { csrf, type EndpointPath, type OperationId } from '@shotwright/contract/paths';
import { ApiError } from './error.ts';
import { readCsrfToken } from './csrf-cookie.ts';
import { unsafeCast } from '../unsafe-cast.ts';

/** Base path of the API on this host. */
export const apiBase = '/api/v1';
/** Maximum duration of a call. Units: ms. Source: specification §7. */
export const requestTimeoutMs = 30_000;

/** API call to send. `path` may contain `{names}` that `params` replace. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly params?: Record<string, unknown> | undefined;
  readonly query?: Record<string, unknown> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** The response may take longer than other calls, so only `signal` aborts it. */
  readonly hasOwnDeadline?: boolean;
}

/** Response data with the server's status and message. */
export interface ApiResponse<D> {
  readonly status: string | undefined;
  readonly message: string | undefined;
  readonly data: D;
}

let onUnauthenticated: () => void = () => {};

/**
 * Registers the handler for an ended session. It does not run for sign-in and related calls (ruling
 * RL-2).
 */
export function setUnauthenticatedHandler(handler: () => void): void {
  onUnauthenticated = handler;
}

/**
 * Sends a call and returns the response; rejects with {@link ApiError} unless the status is 2xx.
 */
export async function sendRequest(call: ApiCall): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(buildUrl(call), buildRequest(call));
  } catch (error) {
    if (call.signal?.aborted === true) throw error;
    throw new ApiError({ statusCode: 0, transportMessage: transportMessage(error) });
  }
  if (response.ok) return response;
  throw toApiError({
    path: call.path,
    statusCode: response.status,
    data: await readJson(response),
    retryAfter: response.headers.get('retry-after'),
  });
}

/**
 * Returns the error of a non-2xx response; calls the unauthenticated handler if the session has
 * ended.
 */
export function toApiError(failure: {
  path: string;
  statusCode: number;
  data: unknown;
  retryAfter: string | null;
}): ApiError {
  const { path, statusCode, data } = failure;
  if (statusCode === 401 && !isAccountCall(path)) onUnauthenticated();
  return new ApiError({
    statusCode,
    data,
    transportMessage: `Request failed with status code ${statusCode}`,
    retryAfterSeconds: readRetryAfter(failure.retryAfter),
  });
}

/** Calls any path and returns data and message; for paths that are not in the contract. */
export async function callPath<D>(call: ApiCall): Promise<ApiResponse<D>> {
  const body = await readJson(await sendRequest(call));
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('data' in body)) {
    return { status: undefined, message: undefined, data: unsafeCast<D>(body) };
  }
  const { status, message, data } = unsafeCast<{ status?: unknown; message?: unknown; data: D }>(
    body,
  );
  return { status: asText(status), message: asText(message), data };
}

type OperationCall<K extends OperationId> = OperationRequest<K> & {
  readonly signal?: AbortSignal | undefined;
};

/** Functions that call operations of the contract. */
export interface ApiCaller<O extends OperationId> {
  /** Calls an operation and returns its data. */
  readonly callApi: <K extends O>(
    operation: K,
    call: OperationCall<K>,
  ) => Promise<OperationData<K>>;
  /** Like `callApi`, but also returns the server's `status` and `message`. */
  readonly callApiWithMessage: <K extends O>(
    operation: K,
    call: OperationCall<K>,
  ) => Promise<ApiResponse<OperationData<K>>>;
}

/**
 * Returns the functions that call the operations of `paths`. Modules of the initial script pass only
 * the tables that they use; all others import the functions from `operations.ts`.
 */
export function createApiCaller<O extends OperationId>(
  paths: Readonly<Record<O, EndpointPath>>,
): ApiCaller<O> {
  const callApiWithMessage = <K extends O>(operation: K, call: OperationCall<K>) => {
    const { method, path } = paths[operation];
    return callPath<OperationData<K>>({ method, path, ...call });
  };
  return {
    callApi: async (operation, call) => (await callApiWithMessage(operation, call)).data,
    callApiWithMessage,
  };
}

function buildUrl({ path, params, query }: ApiCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(asParameter(params?.[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, asParameter(value));
  }
  return `${apiBase}${filled}${search.size === 0 ? '' : `?${search.toString()}`}`;
}

function buildRequest({ method, body, signal, hasOwnDeadline }: ApiCall): RequestInit {
  // Fields are read under `data`; a second copy at the top level would be parsed and discarded.
  const headers = new Headers({ accept: 'application/json', prefer: 'return=minimal' });
  const token = method === 'GET' ? undefined : readCsrfToken();
  if (token !== undefined) headers.set(csrf.header, token);
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
  const deadlines = hasOwnDeadline === true ? [] : [AbortSignal.timeout(requestTimeoutMs)];
  return {
    method,
    headers,
    credentials: 'include',
    signal: AbortSignal.any(signal === undefined ? deadlines : [signal, ...deadlines]),
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  };
}

function isAccountCall(path: string): boolean {
  return path.startsWith('/auth/') && !path.startsWith('/auth/sessions');
}

function transportMessage(error: unknown): string {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  return isTimeout
    ? 'The server did not answer within 30 seconds. Try again.'
    : 'The server could not be reached. Check your connection and try again.';
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** Parses seconds or an HTTP date. */
function readRetryAfter(header: string | null): number | undefined {
  const text = header ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function asParameter(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

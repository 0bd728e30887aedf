import type { ErrorBody } from '@shotwright/contract';

/** Last fallback of an error message. Source: specification §8. */
export const unexpectedError = 'An unexpected error occurred';
/** Default fallback of {@link errorMessage}. Source: specification §8. */
export const somethingWentWrong = 'Something went wrong';

/**
 * Failed call: status code, the text `error`, a message and the response data. Source:
 * specification §8.
 */
export class ApiError extends Error {
  readonly status = 'error';
  /** 0 if no response arrived. */
  readonly statusCode: number;
  readonly data: Partial<ErrorBody> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: {
    statusCode: number;
    data?: unknown;
    transportMessage?: string | undefined;
    retryAfterSeconds?: number | undefined;
  }) {
    const data = isRecord(failure.data) ? failure.data : undefined;
    super(text(data?.['message']) ?? text(failure.transportMessage) ?? unexpectedError);
    this.name = 'ApiError';
    this.statusCode = failure.statusCode;
    this.data = data;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}

/**
 * Returns the message to show for any thrown value, in the order of the specification's §8.
 * Transport messages of the browser or this program are never shown (ruling RL-31).
 */
export function errorMessage(error: unknown, fallback: string = somethingWentWrong): string {
  const holder = isRecord(error) ? error : undefined;
  const data = record(holder?.['data']);
  const body = record(record(holder?.['response'])?.['data']) ?? data;
  return (
    text(data?.['error']) ??
    (isAboutTransport(error) ? undefined : text(holder?.['message'])) ??
    text(body?.['message']) ??
    text(body?.['error']) ??
    text(error) ??
    fallback
  );
}

/** Returns the message written by the server, or undefined if there is none. */
export function serverMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return text(error.data?.error) ?? text(error.data?.message);
}

/**
 * True if the error's message is not from the server: no response, or a response without a message.
 */
function isAboutTransport(error: unknown): boolean {
  // `fetch` rejects with the first type; its timeouts reject with the second.
  if (error instanceof TypeError || error instanceof DOMException) return true;
  return error instanceof ApiError && serverMessage(error) === undefined;
}

/** Returns the server's stable error code, or undefined if there is none. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof ApiError ? text(error.data?.code) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function record(value: unknown): Record<string, unknown> | undefined {
  return isRecord(value) ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

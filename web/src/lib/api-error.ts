import type { ErrorBody } from '@shotwright/contract';

/** The fallback of last resort. Source: specification §8. */
export const unexpectedError = 'An unexpected error occurred';
/** The helper's default fallback. Source: specification §8. */
export const somethingWentWrong = 'Something went wrong';

/** A failed call: status code, the text `error`, a message and the response data. Source: specification §8. */
export class ApiError extends Error {
  readonly status = 'error';
  /** 0 where no answer arrived. */
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
 * The sentence to show for anything thrown, in the order of the specification's §8. What a browser or this program says
 * about the transport is never shown (ruling RL-31).
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

/** The sentence the server itself wrote, if it wrote one. */
export function serverMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return text(error.data?.error) ?? text(error.data?.message);
}

/** Whether an error's own message is none of the server's: a call without an answer, or an answer without words. */
function isAboutTransport(error: unknown): boolean {
  // `fetch` rejects with the first, its deadlines with the second.
  if (error instanceof TypeError || error instanceof DOMException) return true;
  return error instanceof ApiError && serverMessage(error) === undefined;
}

/** The server's stable code of a failure, if it sent one. */
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

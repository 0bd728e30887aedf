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
  const message =
    text(data?.['error']) ??
    (isAboutTransport(error) ? undefined : text(holder?.['message'])) ??
    text(body?.['message']) ??
    text(body?.['error']) ??
    text(error) ??
    fallback;
  return asSentence(message, data);
}

/** Returns the message written by the server, or undefined if there is none. */
export function serverMessage(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const message = text(error.data?.error) ?? text(error.data?.message);
  return message && asSentence(message, error.data);
}

/**
 * Returns the message about one invalid field as a sentence without the name of the field on the
 * wire: the screen shows the field. Other messages are returned unchanged.
 */
function asSentence(message: string, data: unknown): string {
  const fields = record(record(data)?.['details'])?.['fields'];
  const field = Array.isArray(fields) && fields.length === 1 ? record(fields[0]) : undefined;
  const [path, problem] = [text(field?.['path']), text(field?.['message'])];
  if (path === undefined || problem === undefined || !message.startsWith(`${path}: ${problem}`))
    return message;
  const isSentence = /^[\p{Lu}\d"]/u.test(problem);
  if (!isSentence && !/^\w+$/.test(path)) return message;
  return sentenceOf(path, problem);
}

function sentenceOf(path: string, problem: string): string {
  const sentence = /^[\p{Lu}\d"]/u.test(problem) ? problem : `${labelOf(path)} ${problem}`;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Returns the message about one field of a rejected request as a sentence; undefined if there is none. */
export function fieldError(error: unknown, path: string): string | undefined {
  const fields = error instanceof ApiError ? error.data?.details?.['fields'] : undefined;
  const found = Array.isArray(fields)
    ? fields.map(record).find((field) => field?.['path'] === path)
    : undefined;
  const problem = text(found?.['message']);
  return problem && sentenceOf(path, problem);
}

/** Returns the name of a field in words: `webhookUrl` → `Webhook URL`. */
function labelOf(path: string): string {
  const words = path
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  const label = words.replaceAll(/\b(?:url|id|html|css|js)\b/g, (word) => word.toUpperCase());
  return label.charAt(0).toUpperCase() + label.slice(1);
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

/** True if the server has no record with the ID that was asked for. */
export function isMissingError(error: unknown): boolean {
  return error instanceof ApiError && [400, 404].includes(error.statusCode);
}

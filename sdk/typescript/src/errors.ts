import type { ApiErrorCode } from './printed/responses.ts';

/** Codes of errors that the client itself detects; all others are codes of the API. */
export type ClientErrorCode =
  /** No connection to the server, or it was lost and every retry failed. */
  | 'connection_failed'
  /** The call did not finish within `timeoutMs`. */
  | 'deadline_exceeded'
  /** A proxy responded instead of the server. */
  | 'proxy_error'
  /** The URL leads to another program than a Shotwright server. */
  | 'not_shotwright'
  /** The server redirects to another URL, which must be configured instead. */
  | 'redirected'
  /** The server does not have this call. */
  | 'server_too_old'
  /** The webhook was not signed with the secret, or is too old. */
  | 'webhook_invalid';

/** One invalid field of a request. */
export interface FieldError {
  /** Name of the field. */
  readonly path: string;
  /** End of a sentence that begins with the name; it names the valid values. */
  readonly message: string;
  /** Valid name that is similar to an unknown one. */
  readonly did_you_mean?: string | undefined;
}

interface ErrorInput {
  readonly code: string;
  readonly message: string;
  readonly status?: number | undefined;
  readonly isRetryable?: boolean | undefined;
  readonly fields?: readonly FieldError[] | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly screenshotId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** Error of a call. `message` is a sentence for people, `code` is stable. */
export class ShotwrightError extends Error {
  override readonly name = 'ShotwrightError';
  /** Codes of newer servers may be missing in the type. */
  readonly code: ApiErrorCode | ClientErrorCode | (string & {});
  /** HTTP status; undefined if no response belongs to the error. */
  readonly status: number | undefined;
  /** Name of the first invalid field. */
  readonly field: string | undefined;
  /** The first invalid fields, at most twenty. */
  readonly fields: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  /** True if the same request may succeed later. */
  readonly isRetryable: boolean;
  /** Screenshot whose capture failed. */
  readonly screenshotId: string | undefined;
  /** ID by which the server's log names the request. */
  readonly requestId: string | undefined;
  /** Time to wait before a retry; unit: ms. */
  readonly retryAfterMs: number | undefined;

  constructor(input: ErrorInput) {
    super(input.message, { cause: input.cause });
    this.code = input.code;
    this.status = input.status;
    this.fields = input.fields ?? [];
    this.field = this.fields[0]?.path;
    this.details = input.details ?? {};
    this.isRetryable = input.isRetryable ?? false;
    this.screenshotId = input.screenshotId;
    this.requestId = input.requestId;
    this.retryAfterMs = input.retryAfterMs;
  }
}

/** Category of an error, as a closed list; `http/errors/error-response.ts` maps each to a status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'unsupported'
  | 'unprocessable'
  | 'too_many_requests'
  | 'unavailable'
  | 'timeout'
  | 'internal';

interface AppErrorInput {
  readonly kind: ErrorKind;
  /** A stable code from the contract's `errorCodes`. */
  readonly code: string;
  /** Message for the caller: what happened and what to do. Never contains internal details. */
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  /** Cause, for the log only. */
  readonly cause?: unknown;
}

/**
 * Error for every expected failure: a kind, a code, a message for the caller and a hidden cause.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(input: AppErrorInput) {
    super(input.message, { cause: input.cause });
    this.name = 'AppError';
    this.kind = input.kind;
    this.code = input.code;
    this.details = input.details ?? {};
    this.retryAfterSeconds = input.retryAfterSeconds;
  }
}

/**
 * Creates the most common error: the resource is absent or belongs to another tenant. Both look
 * identical.
 */
export function notFound(code: string, message: string): AppError {
  return new AppError({ kind: 'not_found', code, message });
}

/** Creates an error that names one invalid field and the valid values. */
export function invalidField(path: string, message: string, code = 'validation_failed'): AppError {
  return new AppError({
    kind: 'invalid',
    code,
    message: `${path}: ${message}`,
    details: { fields: [{ path, message }] },
  });
}

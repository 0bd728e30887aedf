/** What went wrong, as a closed list; `http/errors.ts` turns each into a status. */
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
  /** A stable code of the contract's `errorCodes`. */
  readonly code: string;
  /** A sentence for the caller: what happened and what to do; never an internal detail. */
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  /** For the log only. */
  readonly cause?: unknown;
}

/** The one error that is thrown on purpose: a kind, a code, a sentence for the caller and a hidden cause. */
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

/** Shortens the commonest refusal: the thing is absent, or belongs to someone else; both look the same. */
export function notFound(code: string, message: string): AppError {
  return new AppError({ kind: 'not_found', code, message });
}

/** A refusal that names one wrong field and says what is valid. */
export function invalidField(path: string, message: string, code = 'validation_failed'): AppError {
  return new AppError({
    kind: 'invalid',
    code,
    message: `${path}: ${message}`,
    details: { fields: [{ path, message }] },
  });
}

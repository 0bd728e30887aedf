import { errorCodes, type ErrorCodeName, type ErrorCodeOf } from '@shotwright/contract';

interface AppErrorInput {
  /** Decides the HTTP status; see `errorCodes` in the contract. */
  readonly code: ErrorCodeName;
  /** Message for the caller: what happened and what to do. Never contains internal details. */
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  /** True if the same request may succeed later. Default: as the code says. */
  readonly isRetryable?: boolean;
  /** Cause, for the log only. */
  readonly cause?: unknown;
}

/** Error for every expected failure: a code, a message for the caller and a hidden cause. */
export class AppError extends Error {
  readonly code: ErrorCodeName;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;
  readonly isRetryable: boolean;

  constructor(input: AppErrorInput) {
    super(input.message, { cause: input.cause });
    this.name = 'AppError';
    this.code = input.code;
    this.details = input.details ?? {};
    this.retryAfterSeconds = input.retryAfterSeconds;
    this.isRetryable = input.isRetryable ?? errorCodes[input.code].isRetryable;
  }
}

/**
 * Creates the most common error: the resource is absent or belongs to another tenant. Both look
 * identical.
 */
export function notFound(code: ErrorCodeOf<404>, message: string): AppError {
  return new AppError({ code, message });
}

/** Creates the error for a request that the present state does not allow; `message` names the state. */
export function conflict(message: string): AppError {
  return new AppError({ code: 'conflict', message });
}

/**
 * Creates the error for a project that a field of the request names and the organisation does not
 * have. It names the field as the errors of validation do.
 */
export function projectNotFound(
  path: string,
  message = 'no project of this account has this ID',
): AppError {
  return fieldError('project_not_found', { path, message });
}

/** Creates an error that names one invalid field and the valid values. */
export function invalidField(
  path: string,
  message: string,
  code: ErrorCodeOf<400> = 'validation_failed',
): AppError {
  return fieldError(code, { path, message });
}

/** Creates an error that names the field of the request it is about. */
export function fieldError(
  code: ErrorCodeName,
  field: { readonly path: string; readonly message: string },
): AppError {
  const message = `${field.path}: ${field.message}`;
  return new AppError({ code, message, details: { fields: [field] } });
}

import { errorCodeOf, errorCodes, type ErrorBody } from '@shotwright/contract';
import { AppError } from '../../shared/app-error.ts';
import { isOutage } from './outage.ts';

/** An error as reported to the caller. */
export interface ErrorResponse {
  readonly statusCode: number;
  readonly code: string;
  /** Message for people. */
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number | undefined;
  /** Default: as the code says. */
  readonly isRetryable?: boolean;
}

const unavailable: ErrorResponse = {
  statusCode: 503,
  code: 'unavailable',
  message: 'The service is temporarily unavailable. Try again in a few seconds.',
  retryAfterSeconds: 2,
};
const internal: ErrorResponse = {
  statusCode: 500,
  code: 'internal_error',
  message: 'An internal error occurred; nothing was charged. Try again, or contact support.',
};

/** Errors that the framework raises before a handler runs, by the framework's error code. */
const frameworkErrors: Readonly<Record<string, ErrorResponse>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    statusCode: 413,
    code: 'body_too_large',
    message: 'The body is too large.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    statusCode: 415,
    code: 'unsupported_media_type',
    message:
      'The body must be JSON: send the header "content-type: application/json" and a JSON object.',
  },
  FST_ERR_BAD_URL: {
    statusCode: 400,
    code: 'validation_failed',
    message: 'The path of the request is not valid: check its percent-encoding.',
  },
};

/**
 * Converts anything thrown into the reported error. The message of an unexpected error is never
 * exposed.
 */
export function describeError(error: unknown, bodyLimitBytes?: number): ErrorResponse {
  if (error instanceof AppError) {
    const { code, message, details, retryAfterSeconds, isRetryable } = error;
    const statusCode = errorCodes[code].status;
    return { statusCode, code, message, details, retryAfterSeconds, isRetryable };
  }
  const { code, statusCode } = framework(error);
  const known = frameworkErrors[code];
  if (known?.statusCode === 413 && bodyLimitBytes !== undefined)
    return { ...known, message: `${known.message} At most ${bodyLimitBytes} bytes are allowed.` };
  if (known) return known;
  if (isOutage(error)) return unavailable;
  if (statusCode >= 400 && statusCode < 500)
    return { statusCode, code: 'validation_failed', message: 'The request could not be read.' };
  return internal;
}

function framework(error: unknown): { code: string; statusCode: number } {
  if (!(error instanceof Error)) return { code: '', statusCode: 500 };
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : '',
    statusCode:
      'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500,
  };
}

/** Builds the flat error body. Source: ruling RL-3. */
export function errorBody(response: ErrorResponse, requestId: string): ErrorBody {
  return {
    status: 'error',
    statusCode: response.statusCode,
    message: response.message,
    error: response.message,
    code: response.code,
    details: { ...response.details },
    requestId,
    retryable: response.isRetryable ?? errorCodeOf(response.code).isRetryable,
    creditsCharged: 0,
    docs: `/docs/errors/${response.code}`,
  };
}

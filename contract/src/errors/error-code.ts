/** HTTP status of an error that the API reports. */
export type ErrorStatus =
  | 400
  | 401
  | 402
  | 403
  | 404
  | 405
  | 409
  | 410
  | 413
  | 415
  | 422
  | 429
  | 500
  | 503
  | 504;

/** Properties of an error that follow from its code. */
export interface ErrorCode {
  /** Status of a direct response. */
  readonly status: ErrorStatus;
  /** True if the same request may succeed later. */
  readonly isRetryable: boolean;
  /** Cause in one sentence, for the error index. */
  readonly meaning: string;
}

/** Returns an error that the same request gets again. */
export const permanent = <const S extends ErrorStatus>(status: S, meaning: string) =>
  ({ status, isRetryable: false, meaning }) as const;
/** Returns an error that the same request may not get later. */
export const transient = <const S extends ErrorStatus>(status: S, meaning: string) =>
  ({ status, isRetryable: true, meaning }) as const;

/** System and network errors that are not caused by the object. Source: errno(3). */
const systemCodes = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ENODEV',
  'ENXIO',
  'ESTALE',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Error names of the S3 client and of S3. Source: Amazon S3 API reference, "Error responses". */
const names = new Set([
  'TimeoutError',
  'AbortError',
  'SlowDown',
  'ServiceUnavailable',
  'InternalError',
  'RequestTimeout',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AccessDenied',
  'ExpiredToken',
]);

/**
 * Returns true if a failed put shows that the store is down, full, slow or denies access, so that
 * any other object would fail as well.
 */
export function isCertainOutage(err: unknown): boolean {
  if (!(err instanceof Error)) return false;
  const { code, $metadata } = err as Error & {
    readonly code?: unknown;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode ?? 0;
  return (
    (typeof code === 'string' && systemCodes.has(code)) ||
    names.has(err.name) ||
    status >= 500 ||
    [401, 403, 429].includes(status) ||
    isCertainOutage(err.cause)
  );
}

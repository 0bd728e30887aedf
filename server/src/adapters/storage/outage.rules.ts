import { codeOf, exhaustionErrorCodes, networkErrorCodes } from '../../lib/connection-error.ts';

/** Errors of a disk that are not caused by the object. Source: errno(3). */
const diskErrorCodes = new Set(['EROFS', 'EIO', 'ENODEV', 'ENXIO', 'ESTALE']);
const errorCodeSets = [networkErrorCodes, exhaustionErrorCodes, diskErrorCodes];

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
  const { $metadata } = err as Error & {
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode ?? 0;
  return (
    errorCodeSets.some((codes) => codes.has(codeOf(err))) ||
    names.has(err.name) ||
    status >= 500 ||
    [401, 403, 429].includes(status) ||
    isCertainOutage(err.cause)
  );
}

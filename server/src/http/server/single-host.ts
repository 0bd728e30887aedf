import { AppError } from '../../shared/app-error.ts';

/**
 * Returns false for a request with two Host headers. `rawHeaders`: alternating names and values, as
 * provided by Node.
 */
export function hasSingleHost(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  }
  return count <= 1;
}

/**
 * Throws `validation_failed` (400) if a request has two Host headers (RFC 9112, 3.2): a proxy might
 * use one of them and this server the other.
 */
export function requireSingleHost(rawHeaders: readonly string[]): void {
  if (hasSingleHost(rawHeaders)) return;
  throw new AppError({
    code: 'validation_failed',
    message: 'The request has more than one Host header. Send exactly one.',
  });
}

import { codeOf, exhaustionErrorCodes, isConnectionError } from '../../lib/connection-error.ts';

/**
 * PostgreSQL lacks a resource (class 53) or cancelled a slow statement (57014, 55P03, 25P03,
 * 25P04). Source: PostgreSQL manual, appendix A.
 */
const exhaustionStates = /^(53...|57014|55P03|25P0[34])$/;
/** The pool is already closed while the last requests finish. */
const closingMessages = [
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
];

/**
 * Returns true if an error means that a dependency is unavailable, full or too slow, not that the
 * code is wrong.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (isConnectionError(error)) return true;
  if (exhaustionErrorCodes.has(code) || exhaustionStates.test(code)) return true;
  if (closingMessages.some((sentence) => error.message.startsWith(sentence))) return true;
  return error instanceof AggregateError ? error.errors.some(isOutage) : isOutage(error.cause);
}

import { codeOf, isConnectionError } from '../lib/connection-error.ts';

/** No free file descriptor, memory or disk space: of this process, or of the machine. */
const exhaustionCodes = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'ENOSPC', 'EDQUOT']);
/**
 * PostgreSQL lacks a resource (class 53), or cancelled a statement that took too long (57014, 55P03, 25P03 and 25P04).
 * Source: PostgreSQL manual, appendix A.
 */
const exhaustionStates = /^(53...|57014|55P03|25P0[34])$/;
/** The pool is closed while the last requests end. */
const closingSentences = [
  'Cannot use a pool after calling end',
  'driver has already been destroyed',
];

/** Returns true when an error says that something we depend on is away, full or too slow, rather than wrong. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (isConnectionError(error) || exhaustionCodes.has(code) || exhaustionStates.test(code))
    return true;
  if (closingSentences.some((sentence) => error.message.startsWith(sentence))) return true;
  return error instanceof AggregateError ? error.errors.some(isOutage) : isOutage(error.cause);
}

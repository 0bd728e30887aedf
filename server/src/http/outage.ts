const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);
const networkSentences = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
];

/**
 * Whether an error says that something we depend on is away rather than wrong: a dead connection, or PostgreSQL
 * starting, stopping or full. Source: PostgreSQL manual, appendix A (classes 08, 53, 57P).
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') {
    if (networkCodes.has(error.code) || /^(08...|53...|57P0[1-4])$/.test(error.code)) return true;
    // The socket of the embedded database is a file: absent while it is down.
    if (error.code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  }
  if (networkSentences.some((sentence) => error.message.startsWith(sentence))) return true;
  return error instanceof AggregateError ? error.errors.some(isOutage) : isOutage(error.cause);
}

/** Code of the error that our own connections to the database give. */
export const databaseAwayCode = 'DATABASE_AWAY';

const networkCodes = new Set<string>([
  databaseAwayCode,
  'EAGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTCONN',
  'EPIPE',
  'ESHUTDOWN',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ERR_SOCKET_CLOSED',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);
/** The SQL driver gives these no code. */
const driverSentences = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
];
/**
 * Classes and codes of PostgreSQL that say that the server cannot be reached, starts, stops, recovers, has become a
 * standby or takes no more connections. Source: PostgreSQL manual, appendix A.
 */
const serverIsAway = /^(08...|53300|57P0[1-5]|25006)$/;

/** Returns true when an error says that the other side of a connection is away, rather than that it refused the request. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (networkCodes.has(code) || serverIsAway.test(code)) return true;
  // The socket of an embedded database is a file: absent while it is down.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  return driverSentences.some((sentence) => error.message.startsWith(sentence));
}

/** Returns the `code` of an error, or an empty text. */
export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

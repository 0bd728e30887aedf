/** Error code that our own database connections raise. */
export const databaseAwayCode = 'DATABASE_AWAY';

/** Codes of failed network connections and name lookups. Source: errno(3), Node.js errors. */
export const networkErrorCodes: ReadonlySet<string> = new Set([
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

/**
 * Codes for exhausted file descriptors, memory or disk space, in this process or on the machine.
 * Source: errno(3).
 */
export const exhaustionErrorCodes: ReadonlySet<string> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'ENOSPC',
  'EDQUOT',
]);

/** Errors that the SQL driver raises without a code. */
const driverMessages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
];
/**
 * PostgreSQL error classes and codes which mean that the server is unreachable, starting, stopping,
 * recovering, a standby or out of connections. Source: PostgreSQL manual, appendix A.
 */
const serverIsAway = /^(08...|53300|57P0[1-5]|25006)$/;

/**
 * Returns true if an error means that the other side of a connection is unavailable, not that it
 * rejected the request.
 */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code === databaseAwayCode || networkErrorCodes.has(code)) return true;
  if (serverIsAway.test(code)) return true;
  // The socket of an embedded database is a file, which is absent while the database is down.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true;
  return driverMessages.some((sentence) => error.message.startsWith(sentence));
}

/** Returns the `code` of an error, or an empty string. */
export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

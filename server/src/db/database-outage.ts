import { databaseAwayCode, isConnectionError } from '../lib/connection-error.ts';

/** The database was away, so the work was not done, or its end is not known. It may be tried again later. */
export class DatabaseOutage extends Error {
  override readonly name = 'DatabaseOutage';
  readonly code = databaseAwayCode;

  constructor(cause: unknown) {
    super(`the database is away: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** Returns the error itself, or a {@link DatabaseOutage} when it came from a connection to the database that is away. */
export function asDatabaseOutage(error: unknown): unknown {
  if (error instanceof DatabaseOutage) return error;
  return isConnectionError(error) ? new DatabaseOutage(error) : error;
}

import { databaseAwayCode, isConnectionError } from '../lib/connection-error.ts';

/**
 * The database was unavailable: the work was not done, or its outcome is unknown. It may be retried
 * later.
 */
export class DatabaseOutage extends Error {
  override readonly name = 'DatabaseOutage';
  readonly code = databaseAwayCode;

  constructor(cause: unknown) {
    super(
      `the database is unavailable: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause,
      },
    );
  }
}

/**
 * Wraps an error in a {@link DatabaseOutage} if it comes from the connection to an unavailable
 * database; returns any other error unchanged.
 */
export function asDatabaseOutage(error: unknown): unknown {
  if (error instanceof DatabaseOutage) return error;
  return isConnectionError(error) ? new DatabaseOutage(error) : error;
}

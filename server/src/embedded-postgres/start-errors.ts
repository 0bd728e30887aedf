import { AppError } from '../shared/app-error.ts';

/**
 * Creates the error for an embedded database that is unavailable; its message explains the reason
 * and the remedy.
 */
export function cannotStart(message: string, cause?: unknown): AppError {
  return new AppError({ code: 'unavailable', message, cause });
}

/** Converts the last output of initdb or PostgreSQL into an actionable message. */
export function explainFailure(what: string, output: string): AppError {
  const lastOutput = output.trim().split('\n').slice(-5).join(' | ') || 'it printed no output';
  if (/No space left on device|ENOSPC/i.test(output)) {
    return cannotStart(`${what}: the disk is full. Free some space and start again.`, lastOutput);
  }
  if (/Permission denied|EACCES|EPERM|Operation not permitted/i.test(output)) {
    return cannotStart(
      `${what}: it cannot read or write its files (${lastOutput}). Check the owner of DATA_DIR, or set DATABASE_URL.`,
      lastOutput,
    );
  }
  if (/initialized by PostgreSQL version|incompatible with server/i.test(output)) {
    return cannotStart(
      `${what}: the database in DATA_DIR was created by another major version of PostgreSQL (${lastOutput}).`,
      lastOutput,
    );
  }
  return cannotStart(`${what}: ${lastOutput}`, lastOutput);
}

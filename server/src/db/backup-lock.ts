import { sql } from 'kysely';

/** Key of the advisory lock that all running backups share. */
const lockKey = { group: 5_406_013, id: 1 } as const;

/**
 * Takes the lock for the lifetime of the session, so that a backup that dies leaves no lock behind.
 */
export const takeBackupLock = `select pg_advisory_lock_shared(${lockKey.group}, ${lockKey.id})`;

/**
 * SQL expression: true if a backup of this database is running. During a backup no object may be
 * removed from the store, because the backup may have read the row that names it before that row
 * was deleted, and copies the object later.
 */
export const isBackupRunning = sql<boolean>`exists (
  select from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(lockKey.group)} and objid = ${sql.lit(lockKey.id)} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database()))`;

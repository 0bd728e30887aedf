import { sql } from 'kysely';

/** The key of the advisory lock that every running backup shares. */
const lockKey = { group: 5_406_013, id: 1 } as const;

/** Takes the lock for as long as the session lives, so that a backup that dies leaves nothing locked. */
export const takeBackupLock = `select pg_advisory_lock_shared(${lockKey.group}, ${lockKey.id})`;

/**
 * Whether a backup of this database is running. While it is, no object may leave the store: the backup may have read
 * the row that names it before that row was deleted, and copies the object later.
 */
export const isBackupRunning = sql<boolean>`exists (
  select from pg_locks
  where locktype = 'advisory' and classid = ${sql.lit(lockKey.group)} and objid = ${sql.lit(lockKey.id)} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database()))`;

import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { CacheEntry } from './cache-finding.rules.ts';

/** Identifies one entry of the cache. */
export interface CacheKey {
  readonly organizationId: string;
  readonly key: string;
}

/** Serialises the requests of one key until `tx` ends; later ones see the captures of earlier ones. */
export async function lockCacheKey(tx: Tx, { organizationId, key }: CacheKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`cache ${organizationId} ${key}`}, 0))`.execute(
    tx,
  );
}

/** Returns the newest capture of a key and the one before; fewer if they do not exist. */
export async function listCacheEntries(
  db: Db,
  { organizationId, key }: CacheKey,
): Promise<CacheEntry[]> {
  const { rows } = await sql<CacheEntry>`
    select s.id, s.project_id as "projectId", s.id = c.screenshot_id as "isNewest", s.status,
      s.is_refunded as "isRefunded", s.verdict ->> 'kind' as "verdictKind",
      extract(epoch from clock_timestamp() - s.finished_at)::float8 as "ageSeconds"
    from capture_cache c
    join screenshots s on s.id = any(array[c.screenshot_id, c.previous_id])
    where c.organization_id = ${organizationId} and c.key = ${key}
      and s.organization_id = ${organizationId}`.execute(db);
  return rows;
}

/** Makes a capture the newest of its key. The one before is remembered if it has an image. */
export async function insertCacheEntry(
  tx: Tx,
  { organizationId, key, screenshotId }: CacheKey & { readonly screenshotId: string },
): Promise<void> {
  await sql`
    insert into capture_cache as c (organization_id, key, screenshot_id)
    values (${organizationId}, ${key}, ${screenshotId})
    on conflict (organization_id, key) do update set
      screenshot_id = excluded.screenshot_id,
      previous_id = case
        when exists (
          select from screenshots s
          where s.id = c.screenshot_id and s.status = 'COMPLETE' and not s.is_refunded)
        then c.screenshot_id else c.previous_id end`.execute(tx);
}

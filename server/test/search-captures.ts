import { sql } from 'kysely';
import type { Db } from '../src/db/transaction.ts';

/** A capture with all that a search compares. */
export interface StoredCapture {
  readonly id: string;
  readonly text: string;
  readonly source: 'URL' | 'HTML';
  readonly project_id: number;
  readonly kind: string | null;
  readonly tags: readonly string[];
  readonly status: string;
  readonly url: string | null;
  readonly name: string | null;
  readonly device: string;
}

/**
 * Inserts captures of a search: every tenth is of HTML, every twentieth failed, and some are of unusual pages. Their ids are of
 * twenty periods; the oldest ones have a word in common.
 */
export async function insertCaptures(
  db: Db,
  input: {
    readonly organizationId: string;
    readonly projectIds: readonly number[];
    readonly count: number;
  },
): Promise<void> {
  const { organizationId: owner, projectIds, count } = input;
  await sql`
    insert into screenshots (id, organization_id, project_id, source, url, options, status, credits, failure_code, finished_at, verdict)
    select concat('0', to_hex(x'1a00706'::int + n * 256), '-', to_hex(4096 + n), '-7000-8000-', substr(md5(${owner}::text || n), 1, 12))::uuid, ${owner}, (${projectIds}::int[])[1 + n % ${projectIds.length}::int],
      case when n % 10 = 9 then 'HTML' else 'URL' end,
      case when n % 10 = 9 then null else concat('https://Example.com/products/', n, case
        when n % 1000 = 1 then '?quixotic=50%25_off' when n % 1500 = 2 then '/größe/日本/😀é/שלום' when n = 3 then '/\\path|€'
        when n <= 900 then '?season=autumn' when n % 50 = 4 then '~zk' when n % 90 = 11 then 'zké' when n % 80 = 12 then '/zk-2' end) end,
      case n % 300 when 7 then '{"tags": ["nightly", "shop"]}' when 8 then '{"tags": ["shop"]}' when 20 then '{"is_mobile": true}'
        when 21 then '{"emulate_device": "iPhone 15"}' when 22 then '{"emulate_device": "Desktop Safari"}' else '{"is_mobile": false}' end::jsonb, case when n % 20 = 13 then 'FAILED' else 'COMPLETE' end, 1, case when n % 20 = 13 then 'dns_error' end, now(),
      case n % 700 when 5 then '{"kind": "blank"}'::jsonb when 6 then '{"kind": "ok"}'::jsonb end
    from generate_series(1, ${count}::int) n`.execute(db);
  await sql`
    insert into files (id, organization_id, screenshot_id, kind, storage_key, name, content_type, size_bytes, sha256, width_px, height_px)
    select gen_random_uuid(), ${owner}, id, 'image', id, concat('image-', project_id, case when url like '%77' then '.pdf' when url like '%00' then '.webp' else '.png' end), 'image/png', 1, '', 1, 1
    from screenshots where organization_id = ${owner} and status = 'COMPLETE'`.execute(db);
}

/** Returns all captures, newest first, with the text that a search compares, computed without the search's tables. */
export async function readCaptures(db: Db, organizationId: string): Promise<StoredCapture[]> {
  const { rows } = await sql<StoredCapture>`
    select s.id, s.source, s.status, s.url, f.name, coalesce(s.options ->> 'emulate_device', s.options ->> 'is_mobile') as device, s.project_id, s.verdict ->> 'kind' as kind,
      array(select jsonb_array_elements_text(s.options -> 'tags')) as tags, lower(concat_ws(E'\n', coalesce(s.url, 'html'), f.name, p.name,
      s.status, case s.status when 'FAILED' then 'Failed' else 'Complete' end,
      case s.verdict ->> 'kind' when 'blank' then 'Blank page' when 'ok' then 'No problems' end)) as text
    from screenshots s join projects p on p.id = s.project_id left join files f on f.screenshot_id = s.id and f.kind = 'image'
    where s.organization_id = ${organizationId} order by s.id desc`.execute(db);
  return rows;
}

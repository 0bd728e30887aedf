import { sql } from 'kysely';
import { inTransaction, type Tx } from '../src/db/transaction.ts';
import { openFillCommand } from './fill-command.ts';

const rowsPerStatement = 10_000;
/** Age of the oldest capture. */
const days = 90;
const projectNames = ['Shop', 'Blog', 'Landing pages', 'Status', 'Reports'];

/**
 * Fills the account named on the command line with finished and charged captures, beside the
 * running server of this environment. Every tenth is of HTML, every twentieth failed, every eighth
 * is of a mobile device, every fiftieth image is WebP; a URL of every hundred thousand contains the word `quixotic`. The
 * images are rows only.
 */
await using stack = new AsyncDisposableStack();
const { data, organizationId, count } = await openFillCommand(stack, 1_000_000);
const key = await data.db
  .selectFrom('api_keys')
  .select('id')
  .where('organization_id', '=', organizationId)
  .orderBy('id')
  .executeTakeFirst();
const projects = await data.db
  .insertInto('projects')
  .values(projectNames.map((name) => ({ organization_id: organizationId, name })))
  .returning('id')
  .execute();
for (let from = 0; from < count; from += rowsPerStatement)
  await inTransaction(data.db, (tx) => insertCaptures(tx, from));
await inTransaction(data.db, writeDerivedRows);
// The planner's figures, as autovacuum would update them.
for (const table of ['screenshots', 'files', 'credit_ledger', 'capture_counts', 'file_texts'])
  await sql`vacuum analyze ${sql.table(table)}`.execute(data.db);
process.stdout.write(`${JSON.stringify({ count })}\n`);

async function insertCaptures(tx: Tx, from: number): Promise<void> {
  const to = Math.min(count, from + rowsPerStatement) - 1;
  const projectIds = projects.map(({ id }) => id);
  // Without triggers and checks of references, which would take most of the time.
  await sql`set local session_replication_role = replica`.execute(tx);
  // The oldest first, as captures arrive.
  await sql`
    create temporary table filled on commit drop as
    select n, t, n % 20 = 13 as failed, (${projectIds}::int[])[1 + n % ${projectIds.length}::int] as project_id,
      concat(substr(hex, 1, 8), '-', substr(hex, 9, 4), '-7000-8000-', lpad(to_hex(n), 12, '0'))::uuid as id,
      case when n % 10 = 9 then null else concat('https://shop-', n % 37, '.example.com/products/', 1000 + n,
        '?campaign=autumn&page=', n % 11, case when n % 100000 = 77 then '&ref=quixotic' end) end as url
    from generate_series(${from}::int, ${to}::int) as n,
      lateral (select now() - make_interval(days => ${days}) * ((${count}::float8 - n) / ${count}::float8) as t) as moment,
      lateral (select lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') as hex) as name`.execute(
    tx,
  );
  await sql`
    insert into screenshots (id, organization_id, project_id, api_key_id, source, url, options, status, attempt, credits,
      failure_code, failure_message, verdict, created_at, started_at, finished_at)
    select id, ${organizationId}, project_id, ${key?.id ?? null}::int, case when url is null then 'HTML' else 'URL' end, url,
      jsonb_build_object('file_type', case n % 50 when 7 then 'webp' else 'png' end, 'width', 1280, 'height', 720, 'is_mobile', n % 8 = 3),
      case when failed then 'FAILED' else 'COMPLETE' end, 1, 1,
      case when failed then 'navigation_timeout' end, case when failed then 'The page did not load in time.' end,
      case when not failed then '{"kind": "ok", "reasons": [], "confidence": "high"}'::jsonb end,
      t, t, t + interval '1.37 seconds'
    from filled`.execute(tx);
  await sql`
    insert into files (id, organization_id, screenshot_id, kind, storage_key, name, content_type, size_bytes, sha256, width_px, height_px)
    select gen_random_uuid(), ${organizationId}, id, 'image', concat('screenshots/', ${organizationId}::text, '/', id), concat(
      case when url is null then 'html' else concat('shop-', n % 37, '.example.com') end, '-',
      to_char(t at time zone 'UTC', 'YYYYMMDD-HH24MISS'), case n % 50 when 7 then '.webp' else '.png' end),
      case n % 50 when 7 then 'image/webp' else 'image/png' end, 100 + n::bigint * 7919 % 300, repeat('0', 64), 1280, 720
    from filled where not failed`.execute(tx);
  await sql`
    insert into credit_ledger (organization_id, kind, available_delta, held_delta, screenshot_id, api_key_id, unique_key, created_at)
    select ${organizationId}, 'hold', -1, 1, id, ${key?.id ?? null}::int, 'hold:' || id, t from filled`.execute(
    tx,
  );
  await sql`
    insert into credit_ledger (organization_id, kind, available_delta, held_delta, screenshot_id, api_key_id, unique_key, created_at)
    select ${organizationId}, case when failed then 'release' else 'settle' end, case when failed then 1 else 0 end, -1, id,
      ${key?.id ?? null}::int, 'end:' || id, t from filled`.execute(tx);
}

/** Writes what the triggers would have written. */
async function writeDerivedRows(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`
    update credit_accounts a set storage_used_bytes = (
      select coalesce(sum(size_bytes), 0) from files f where f.organization_id = a.organization_id and f.kind = 'image')
    where organization_id = ${organizationId}`.execute(tx);
  await sql`select recount_captures()`.execute(tx);
  // Its index is built anew, which is faster than adding a million texts to it. The texts are stored
  // in the order of their captures, as triggers store them: a hash join would scatter them.
  const { rows } = await sql<{ definition: string }>`
    select indexdef as definition from pg_indexes where indexname = 'file_texts_search'`.execute(
    tx,
  );
  await sql`drop index file_texts_search`.execute(tx);
  await sql`
    insert into file_texts (organization_id, is_test, screenshot_id, project_id, source, status, verdict, tags, text, device)
    select s.organization_id, s.is_test, s.id, s.project_id, s.source, search_status(s.status), s.verdict ->> 'kind',
      s.options -> 'tags', search_text(s.url, f.name), search_device(s.options)
    from screenshots s left join files f on f.screenshot_id = s.id and f.kind = 'image'
    where s.organization_id = ${organizationId}
    order by s.id
    on conflict do nothing`.execute(tx);
  for (const { definition } of rows) await sql.raw(definition).execute(tx);
}

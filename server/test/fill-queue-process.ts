import { sql } from 'kysely';
import { inTransaction } from '../src/db/transaction.ts';
import { runScreenshotJob } from '../src/features/screenshots/screenshots.jobs.ts';
import { openFillCommand } from './fill-command.ts';

/**
 * Queues captures for the account named on the command line, beside the running server of this
 * environment: rows, holds and jobs as their acceptance writes them, without its limit.
 */
await using stack = new AsyncDisposableStack();
const { data, organizationId, count } = await openFillCommand(stack, 100_000);
const project = await data.db
  .insertInto('projects')
  .values({ organization_id: organizationId, name: 'Backlog' })
  .returning('id')
  .executeTakeFirstOrThrow();
await inTransaction(data.db, async (tx) => {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`
    create temporary table queued on commit drop as
    select concat(substr(hex, 1, 8), '-', substr(hex, 9, 4), '-7000-8000-', lpad(to_hex(n), 12, '0'))::uuid as id
    from generate_series(1, ${count}::int) as n,
      lateral (select lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') as hex) as name`.execute(
    tx,
  );
  await sql`
    insert into screenshots (id, organization_id, project_id, source, html, options, status, credits)
    select id, ${organizationId}, ${project.id}, 'HTML', '<p>capture</p>', '{"file_type": "png", "width": 1280, "height": 720}',
      'PENDING', 1 from queued`.execute(tx);
  await sql`
    update credit_accounts set available = available - ${count}::int, held = held + ${count}::int
    where organization_id = ${organizationId}`.execute(tx);
  await sql`
    insert into credit_ledger (organization_id, kind, available_delta, held_delta, screenshot_id, unique_key)
    select ${organizationId}, 'hold', -1, 1, id, 'hold:' || id from queued`.execute(tx);
  await sql`
    insert into pgboss.job_common (id, name, data, group_id, group_tier, start_after, expire_seconds, deletion_seconds,
      keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy)
    select queued.id, q.name, ${JSON.stringify({ organizationId })}::jsonb, ${organizationId}, 'free', now(), q.expire_seconds,
      q.deletion_seconds, now() + q.retention_seconds * interval '1 s', q.retry_limit, q.retry_delay, q.retry_backoff,
      q.retry_delay_max, q.policy
    from queued, pgboss.queue q where q.name = ${runScreenshotJob.name}`.execute(tx);
});
process.stdout.write(`${JSON.stringify({ count })}\n`);

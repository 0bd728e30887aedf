import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';

/**
 * Inserts the webhook of the requests with a URL, or enables it and records its use. Without a
 * change it is only read, so that concurrent requests do not wait for one another.
 */
export async function putRequestWebhook(
  tx: Tx,
  { organizationId, url }: { readonly organizationId: string; readonly url: string },
): Promise<void> {
  await sql`
    insert into webhooks (organization_id, name, url, event_types, is_for_all_projects, used_at)
    select ${organizationId}::uuid, 'webhook_url', ${url}, '{}', true, now()
    where not exists (
      select from webhooks
      where organization_id = ${organizationId} and md5(url) = md5(${url}) and used_at > now() - interval '1 day'
        and is_active)
    on conflict (organization_id, md5(url)) where used_at is not null
    do update set used_at = now(), is_active = true, inactive_reason = null, failing_since = null`.execute(
    tx,
  );
}

/** Deletes the webhooks of requests that no request has used for `days`, with their deliveries. */
export async function removeUnusedRequestWebhooks(
  db: Db,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<void> {
  await sql`
    delete from webhooks where id in (
      select id from webhooks w
      where used_at < now() - make_interval(days => ${days})
        and not exists (select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'PENDING')
      limit ${limit})`.execute(db);
}

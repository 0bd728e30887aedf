import type { CaptureDay } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** Figures of one organisation; sizes in bytes. */
export interface OverviewRow {
  readonly totalScreenshots: number;
  readonly totalSizeBytes: number;
  readonly creditsAvailable: number;
  readonly creditsUsed: number;
  readonly creditsResetAt: Date;
  readonly hasCapture: boolean;
  readonly hasApiKey: boolean;
  readonly hasApiCall: boolean;
  readonly hasWebhook: boolean;
  readonly isDismissed: boolean;
}

/** Returns the figures in one round trip. */
export async function getOverviewRow(db: Db, organizationId: string): Promise<OverviewRow> {
  const { rows } = await sql<OverviewRow>`
    select
      c.captures as "totalScreenshots",
      coalesce(a.storage_used_bytes, 0) as "totalSizeBytes",
      coalesce(a.available, 0) as "creditsAvailable",
      coalesce(a.cycle_credits - a.available, 0) as "creditsUsed",
      o.cycle_ends_at as "creditsResetAt",
      c.completed > 0 as "hasCapture",
      exists (select from api_keys where organization_id = o.id) as "hasApiKey",
      exists (select from api_keys where organization_id = o.id and last_used_at is not null) as "hasApiCall",
      exists (select from webhooks where organization_id = o.id and used_at is null) as "hasWebhook",
      o.onboarding_dismissed_at is not null as "isDismissed"
    from organizations o
    left join credit_accounts a on a.organization_id = o.id
    cross join lateral (
      select coalesce(sum(captures), 0)::bigint as captures, coalesce(sum(completed), 0)::bigint as completed
      from capture_counts where organization_id = o.id) c
    where o.id = ${organizationId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a signed-in person without an organisation');
  return row;
}

/**
 * Ended captures of the last `dayCount` days (UTC), one row per day, oldest first. Annotated copies, which
 * are counted as files, are no captures.
 */
export async function listCaptureDayRows(
  db: Db,
  input: {
    readonly organizationId: string;
    readonly projectId: number | null;
    readonly dayCount: number;
  },
): Promise<CaptureDay[]> {
  const { organizationId, projectId, dayCount } = input;
  const { rows } = await sql<CaptureDay>`
    with today as (select (now() at time zone 'UTC')::date as day)
    select to_char(d.day, 'YYYY-MM-DD') as date,
      coalesce(sum(c.completed), 0)::bigint - (
        select count(*) from screenshots s
        where s.organization_id = ${organizationId} and s.annotated_from is not null and not s.is_test
          and s.created_at >= d.day::date::timestamp at time zone 'UTC'
          and s.created_at < (d.day::date + 1)::timestamp at time zone 'UTC'
          and (${projectId}::int is null or s.project_id = ${projectId}::int)) as completed, coalesce(sum(c.failed), 0)::bigint as failed,
      coalesce(sum(c.credits), 0)::bigint as credits
    from today, generate_series(today.day - ${dayCount - 1}::int, today.day, interval '1 day') as d(day)
    left join capture_counts c on c.organization_id = ${organizationId} and c.day = d.day::date
      and (${projectId}::int is null or c.project_id = ${projectId}::int)
    group by d.day order by d.day`.execute(db);
  return rows;
}

/** Records that the checklist was dismissed. */
export async function setOnboardingDismissed(db: Db, organizationId: string): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ onboarding_dismissed_at: sql<Date>`now()` })
    .where('id', '=', organizationId)
    .execute();
}

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
      (select count(*) from screenshots where organization_id = o.id) as "totalScreenshots",
      coalesce(a.storage_used_bytes, 0) as "totalSizeBytes",
      coalesce(a.available, 0) as "creditsAvailable",
      coalesce(a.cycle_credits - a.available, 0) as "creditsUsed",
      o.cycle_ends_at as "creditsResetAt",
      exists (select from screenshots where organization_id = o.id and status = 'COMPLETE') as "hasCapture",
      exists (select from api_keys where organization_id = o.id) as "hasApiKey",
      exists (select from api_keys where organization_id = o.id and last_used_at is not null) as "hasApiCall",
      exists (select from webhooks where organization_id = o.id) as "hasWebhook",
      o.onboarding_dismissed_at is not null as "isDismissed"
    from organizations o left join credit_accounts a on a.organization_id = o.id
    where o.id = ${organizationId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a signed-in person without an organisation');
  return row;
}

/**
 * Ended captures of the last `dayCount` days (UTC), one row per day, oldest first. `firstId`: lower
 * bound of the ids of these days.
 */
export async function listCaptureDayRows(
  db: Db,
  input: {
    readonly organizationId: string;
    readonly projectId: number | null;
    readonly dayCount: number;
    readonly firstId: string;
  },
): Promise<CaptureDay[]> {
  const { organizationId, projectId, dayCount, firstId } = input;
  const { rows } = await sql<CaptureDay>`
    with today as (select (now() at time zone 'UTC')::date as day)
    select to_char(d.day, 'YYYY-MM-DD') as date,
      count(*) filter (where s.status = 'COMPLETE') as completed,
      count(*) filter (where s.status = 'FAILED') as failed,
      coalesce(sum(s.credits) filter (where s.status = 'COMPLETE' and not s.is_refunded), 0)::bigint as credits
    from today, generate_series(today.day - ${dayCount - 1}::int, today.day, interval '1 day') as d(day)
    left join screenshots s on s.organization_id = ${organizationId} and s.id >= ${firstId}
      and (s.created_at at time zone 'UTC')::date = d.day::date
      and (${projectId}::bigint is null or s.project_id = ${projectId}::bigint)
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

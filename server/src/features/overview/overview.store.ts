import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** The figures of one organisation; sizes in bytes. */
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

/** Reads them in one round trip. */
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

/** Remembers that the checklist was put away. */
export async function setOnboardingDismissed(db: Db, organizationId: string): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ onboarding_dismissed_at: sql<Date>`now()` })
    .where('id', '=', organizationId)
    .execute();
}

import { sql } from 'kysely';
import type { PlanTier, StoredOptions } from '@shotwright/contract';
import type { Tx } from '../../../db/transaction.ts';
import { notifyStatus } from '../events/screenshot-events.ts';
import { hasManyRefunds, refundHostOf } from '../verdict/verdict-refunds.store.ts';

/** Stored fields of a new request. */
export interface NewScreenshot {
  readonly id: string;
  readonly organizationId: string;
  /** Null selects the oldest project. */
  readonly projectId: number | null;
  readonly apiKeyId: number | null;
  readonly userId: string | null;
  readonly source: 'URL' | 'HTML';
  readonly url: string | null;
  readonly html: string | null;
  readonly options: StoredOptions;
  readonly encryptedSecrets: Buffer | null;
  readonly credits: number;
  readonly isTest: boolean;
  /** Days that plans retain a capture whose request does not say; others retain it forever. */
  readonly planRetentionDays: PlanRetentionDays;
}

/** Days after which captures of test mode are deleted. */
const testRetentionDays = 7;

/** Returns the days that the request wants; null: as its plan says. */
export function retentionDaysOf({
  options,
  isTest,
}: Pick<NewScreenshot, 'options' | 'isTest'>): number | null {
  const days = options.retention_days ?? null;
  return isTest ? Math.min(days ?? testRetentionDays, testRetentionDays) : days;
}

/** Days that each plan retains captures. */
export type PlanRetentionDays = Readonly<Partial<Record<PlanTier, number>>>;

/** Result of an insertion. */
export interface InsertedScreenshot {
  /** Null if the project does not exist; nothing was inserted then. */
  readonly projectId: number | null;
  readonly isInserted: boolean;
  /** Number of captures of the organisation queued before, counted up to the requested limit. */
  readonly waiting: number;
  /** Plan of the organisation. */
  readonly tier: PlanTier;
  /** True if many captures of the same host were refunded, so that this one is to be delayed. */
  readonly isDelayed: boolean;
}

/**
 * Serialises the acceptance of an organisation's captures; the next statement sees those accepted
 * before.
 */
export async function lockWaiting(tx: Tx, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('waiting ' || ${organizationId}, 0))`.execute(
    tx,
  );
}

/**
 * Inserts a screenshot if its project belongs to the organisation, unless `waitingLimit` captures
 * of the organisation are already queued. An API key deleted concurrently is omitted: the hold that
 * follows then fails with the right error.
 */
export async function insertScreenshot(
  tx: Tx,
  input: NewScreenshot & { readonly waitingLimit: number; readonly countUpTo: number },
): Promise<InsertedScreenshot> {
  const { organizationId, projectId } = input;
  const { rows } = await sql<InsertedScreenshot>`
    with project as (
      select id from projects
      where organization_id = ${organizationId} and (${projectId}::int is null or id = ${projectId}::int)
      order by id limit 1
    ), waiting as (
      select count(*) as total from (
        select from screenshots
        where organization_id = ${organizationId} and status = 'PENDING' and is_test = ${input.isTest}
        limit ${input.countUpTo}) few
    ), inserted as (
      insert into screenshots (id, organization_id, project_id, api_key_id, user_id, source, url, html, options, secrets_sealed, credits, is_test, retained_until)
      select ${input.id}, ${organizationId}, project.id,
        (select id from api_keys where id = ${input.apiKeyId}::int), ${input.userId}::uuid,
        ${input.source}, ${input.url}, ${input.html}, ${JSON.stringify(input.options)}::jsonb,
        ${input.encryptedSecrets}::bytea, ${input.credits}::int, ${input.isTest}::boolean,
        now() + make_interval(days => coalesce(${retentionDaysOf(input)}::int, (
          select (${JSON.stringify(input.planRetentionDays)}::jsonb ->> plan_tier)::int
          from organizations where id = ${organizationId})))
      from waiting, project where total < ${input.waitingLimit}
      returning id, organization_id, status
    )
    select (select ${notifyStatus}::text from inserted) is not null as "isInserted", plan_tier as tier,
      (select total::int from waiting) as waiting,
      ${hasManyRefunds({ organizationId, host: refundHostOf(input.url) })} as "isDelayed",
      (select id from project) as "projectId"
    from organizations where id = ${organizationId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('the organisation of a capture does not exist');
  return row;
}

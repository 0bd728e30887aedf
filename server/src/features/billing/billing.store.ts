import { sql } from 'kysely';
import type { SubscriptionStatus } from '@shotwright/contract';
import type { Db, Tx } from '../../db/transaction.ts';

/** An organisation's subscription as it was last read from the provider. */
export interface BillingAccount {
  readonly organizationId: string;
  readonly customerId: string | null;
  readonly openCheckoutId: string | null;
  readonly subscriptionId: string | null;
  readonly status: SubscriptionStatus;
  readonly planId: number | null;
  readonly nextPlanId: number | null;
  readonly periodStart: Date | null;
  readonly periodEnd: Date | null;
  /** Counts the readings: who read before another one was written must read again. */
  readonly version: number;
}

const columns = sql`
  organization_id as "organizationId", customer_id as "customerId", open_checkout_id as "openCheckoutId",
  subscription_id as "subscriptionId", status, plan_id as "planId", next_plan_id as "nextPlanId",
  period_started_at as "periodStart", period_ends_at as "periodEnd", version`;

/** The organisation's account; undefined where nothing was ever begun to be bought. */
export async function findAccount(
  db: Db,
  organizationId: string,
): Promise<BillingAccount | undefined> {
  const { rows } = await sql<BillingAccount>`
    select ${columns} from billing_accounts where organization_id = ${organizationId}`.execute(db);
  return rows[0];
}

/** The organisation's account, made if need be and locked; undefined where there is no such organisation. */
export async function lockAccount(
  tx: Tx,
  organizationId: string,
): Promise<BillingAccount | undefined> {
  await sql`
    insert into billing_accounts (organization_id) select id from organizations where id = ${organizationId}
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<BillingAccount>`
    select ${columns} from billing_accounts where organization_id = ${organizationId} for update`.execute(
    tx,
  );
  return rows[0];
}

/** Whose subscription it is; undefined when no account has it. */
export async function findSubscriber(db: Db, subscriptionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('billing_accounts')
    .select('organization_id')
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row?.organization_id;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether the organisation is one of ours; other texts are asked for as well. */
export async function hasOrganization(db: Db, organizationId: string): Promise<boolean> {
  if (!uuid.test(organizationId)) return false;
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** What a reading of the subscription found. */
export interface SubscriptionValues {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly status: SubscriptionStatus;
  readonly planId: number;
  readonly nextPlanId: number | null;
  readonly periodStart: Date;
  readonly periodEnd: Date;
}

/** Writes a reading into the locked account. */
export async function putSubscription(
  tx: Tx,
  input: SubscriptionValues & { readonly organizationId: string },
): Promise<void> {
  await tx
    .updateTable('billing_accounts')
    .set({
      customer_id: input.customerId,
      subscription_id: input.subscriptionId,
      status: input.status,
      plan_id: input.planId,
      next_plan_id: input.nextPlanId,
      period_started_at: input.periodStart,
      period_ends_at: input.periodEnd,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('organization_id', '=', input.organizationId)
    .execute();
}

/** Remembers the checkout that was opened last, or that none is open. */
export async function putOpenCheckout(
  db: Db,
  input: { readonly organizationId: string; readonly sessionId: string | null },
): Promise<void> {
  await sql`
    insert into billing_accounts (organization_id, open_checkout_id)
    values (${input.organizationId}, ${input.sessionId})
    on conflict (organization_id) do update set open_checkout_id = excluded.open_checkout_id`.execute(
    db,
  );
}

/** Keeps why a plan was cancelled. */
export async function putCancelReason(
  db: Db,
  input: { readonly organizationId: string; readonly reason: string | null },
): Promise<void> {
  await db
    .updateTable('billing_accounts')
    .set({ cancel_reason: input.reason })
    .where('organization_id', '=', input.organizationId)
    .execute();
}

/** Counts an event; false: it was counted before. */
export async function recordEvent(
  db: Db,
  input: { readonly id: string; readonly type: string; readonly organizationId: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    insert into payment_events (id, type, organization_id)
    values (${input.id}, ${input.type}, ${input.organizationId}::uuid)
    on conflict do nothing returning id`.execute(db);
  return rows.length > 0;
}

/** Whether an event was counted. */
export async function hasEvent(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_events')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets events that nobody can repeat any more: their signatures are long too old. */
export async function forgetOldEvents(db: Db): Promise<void> {
  await sql`
    delete from payment_events where received_at < now() - interval '90 days'`.execute(db);
}

/** Somebody of the organisation to write to. */
export interface Payer {
  readonly email: string;
  readonly firstName: string;
}

/** The given person of the organisation, else its first one. */
export async function findPayer(
  db: Db,
  input: { readonly organizationId: string; readonly userId?: string },
): Promise<Payer | undefined> {
  const { rows } = await sql<Payer>`
    select email, first_name as "firstName" from users
    where organization_id = ${input.organizationId}
    order by id = ${input.userId ?? null}::uuid desc nulls last, created_at
    limit 1`.execute(db);
  return rows[0];
}

import { sql } from 'kysely';
import type { SubscriptionStatus } from '@shotwright/contract';
import type { Db, Tx } from '../../db/transaction.ts';

/** An organisation's subscription as last read from the provider. */
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
  /** Number of readings written. A reading based on an older version must be repeated. */
  readonly version: number;
}

const columns = sql`
  organization_id as "organizationId", customer_id as "customerId", open_checkout_id as "openCheckoutId",
  subscription_id as "subscriptionId", status, plan_id as "planId", next_plan_id as "nextPlanId",
  period_started_at as "periodStart", period_ends_at as "periodEnd", version`;

/** Returns the organisation's account, or undefined if it never started a purchase. */
export async function findAccount(
  db: Db,
  organizationId: string,
): Promise<BillingAccount | undefined> {
  const { rows } = await sql<BillingAccount>`
    select ${columns} from billing_accounts where organization_id = ${organizationId}`.execute(db);
  return rows[0];
}

/**
 * Locks the organisation's account, creating it if needed. Returns undefined if the organisation
 * does not exist.
 */
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

/** Returns the organisation of a subscription, or undefined if no account has it. */
export async function findSubscriber(db: Db, subscriptionId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('billing_accounts')
    .select('organization_id')
    .where('subscription_id', '=', subscriptionId)
    .executeTakeFirst();
  return row?.organization_id;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** True if the organisation exists. Accepts any text, because the id comes from the provider. */
export async function hasOrganization(db: Db, organizationId: string): Promise<boolean> {
  if (!uuid.test(organizationId)) return false;
  const row = await db
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Values read from the provider's subscription. */
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

/** Records the checkout opened last, or null if none is open. */
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

/** Stores the reason for a cancellation. */
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

/** Records an event. Returns false if it was recorded before. */
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

/** True if the event was recorded. */
export async function hasEvent(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_events')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes events that cannot be replayed any more because their signatures expired long ago. */
export async function forgetOldEvents(db: Db): Promise<void> {
  await sql`
    delete from payment_events where received_at < now() - interval '90 days'`.execute(db);
}

/** User of an organisation who receives billing emails. */
export interface BillingContact {
  readonly email: string;
  readonly firstName: string;
}

/** Returns the given user of the organisation, otherwise its owner. */
export async function findBillingContact(
  db: Db,
  input: { readonly organizationId: string; readonly userId?: string },
): Promise<BillingContact | undefined> {
  const { rows } = await sql<BillingContact>`
    select email, first_name as "firstName" from users
    where organization_id = ${input.organizationId}
    order by id = ${input.userId ?? null}::uuid desc nulls last, role = 'owner' desc, created_at
    limit 1`.execute(db);
  return rows[0];
}

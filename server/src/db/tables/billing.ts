import type { SubscriptionStatus } from '@shotwright/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Timestamp } from './accounts.ts';

type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/**
 * Subscription of an organisation as last read from the payment provider; `version` counts the
 * reads.
 */
export interface BillingAccountsTable {
  organization_id: string;
  customer_id: string | null;
  /** Newest unpaid checkout; closed when another one is opened. */
  open_checkout_id: string | null;
  subscription_id: string | null;
  status: Generated<SubscriptionStatus>;
  plan_id: number | null;
  next_plan_id: number | null;
  period_started_at: MaybeInstant;
  period_ends_at: MaybeInstant;
  cancel_reason: string | null;
  version: Generated<number>;
  updated_at: Timestamp;
}

/** Processed events of the payment provider. */
export interface PaymentEventsTable {
  id: string;
  type: string;
  organization_id: string | null;
  received_at: Timestamp;
}

import type { ColumnType, Generated } from 'kysely';
import type { Instant } from './accounts.ts';

type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

/** An organisation's subscription as it was last read from the payment provider; `version` counts the readings. */
export interface BillingAccountsTable {
  organization_id: string;
  customer_id: string | null;
  /** The newest checkout that was opened and not paid; it is closed when another one is opened. */
  open_checkout_id: string | null;
  subscription_id: string | null;
  status: Generated<'ACTIVE' | 'CANCELLED' | 'PAST_DUE' | 'INACTIVE'>;
  plan_id: number | null;
  next_plan_id: number | null;
  period_started_at: MaybeInstant;
  period_ends_at: MaybeInstant;
  cancel_reason: string | null;
  version: Generated<number>;
  updated_at: Instant;
}

/** Events of the payment provider that had their effect. */
export interface PaymentEventsTable {
  id: string;
  type: string;
  organization_id: string | null;
  received_at: Instant;
}

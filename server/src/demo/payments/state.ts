import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Seconds since 1970, as on the wire. */
export type Seconds = number;

/** A paying customer. */
export interface LocalCustomer {
  readonly id: string;
  readonly created: Seconds;
  readonly email: string;
  /** Cents; a negative balance is credit for the next invoice. */
  balance: number;
  /** Set on the portal page: the card is declined until this is switched off. */
  isDeclining: boolean;
}

/** A price of a product. */
export interface LocalPrice {
  readonly id: string;
  readonly created: Seconds;
  readonly product: string;
  readonly lookup_key: string | null;
  readonly unit_amount: number;
  readonly currency: string;
  readonly interval: 'month' | 'year';
  readonly metadata: Readonly<Record<string, string>>;
}

/** A checkout session. */
export interface LocalSession {
  readonly id: string;
  readonly created: Seconds;
  readonly expires_at: Seconds;
  status: 'open' | 'complete' | 'expired';
  customer: string | null;
  readonly customer_email: string | null;
  readonly price: string;
  readonly percent_off: number;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly subscription_metadata: Readonly<Record<string, string>>;
  subscription: string | null;
}

/** A subscription to a plan. */
export interface LocalSubscription {
  readonly id: string;
  readonly item: string;
  readonly created: Seconds;
  readonly customer: string;
  readonly metadata: Readonly<Record<string, string>>;
  price: string;
  status: 'active' | 'past_due' | 'canceled';
  period_start: Seconds;
  period_end: Seconds;
  cancel_at_period_end: boolean;
  ended_at: Seconds | null;
  comment: string | null;
  latest_invoice: string;
  schedule: string | null;
}

/** A price change scheduled for the next period. */
export interface LocalSchedule {
  readonly id: string;
  readonly created: Seconds;
  readonly subscription: string;
  status: 'active' | 'released';
  phases: { price: string; start: Seconds; end: Seconds }[];
}

/** An invoice. Unit: cents. */
export interface LocalInvoice {
  readonly id: string;
  readonly number: string;
  readonly created: Seconds;
  readonly customer: string;
  readonly subscription: string;
  readonly billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  readonly lines: readonly {
    readonly description: string;
    readonly amount: number;
    readonly start: Seconds;
    readonly end: Seconds;
  }[];
  readonly total: number;
  readonly amount_due: number;
  readonly currency: string;
  status: 'open' | 'paid' | 'void';
  charge: string | null;
}

/** A successful charge. Unit: cents. */
export interface LocalCharge {
  readonly id: string;
  readonly created: Seconds;
  readonly payment_intent: string;
  readonly customer: string;
  readonly invoice: string;
  readonly amount: number;
  amount_refunded: number;
  disputed: boolean;
}

/** An event to deliver. */
export interface LocalEvent {
  readonly id: string;
  readonly body: string;
  attempts: number;
  /** Milliseconds since 1970. */
  dueAtMs: number;
}

interface Tables {
  customers: LocalCustomer;
  products: { readonly id: string; readonly created: Seconds; readonly name: string };
  prices: LocalPrice;
  coupons: { readonly id: string; readonly created: Seconds; readonly percent_off: number };
  sessions: LocalSession;
  subscriptions: LocalSubscription;
  schedules: LocalSchedule;
  invoices: LocalInvoice;
  charges: LocalCharge;
  portals: { readonly id: string; readonly created: Seconds; customer: string; return_url: string };
  events: LocalEvent;
  /** Responses by idempotency key. */
  answers: { readonly id: string; readonly status: number; readonly body: string };
}

type TableName = keyof Tables;
type Rows = { [Name in TableName]: Record<string, Tables[Name]> };

/**
 * Complete state of the test provider: small, in memory and in one file, so that it outlives the
 * process.
 */
export interface LocalState {
  find<Name extends TableName>(table: Name, id: string | null): Tables[Name] | undefined;
  /** Returns all rows, oldest first. */
  list<Name extends TableName>(table: Name): Tables[Name][];
  put<Name extends TableName>(table: Name, row: Tables[Name]): Tables[Name];
  remove(table: TableName, id: string): void;
  /** Writes the file; a crash leaves either the old or the new one. */
  save(): void;
}

/** Opens the state stored in `file`. An unreadable file is replaced by an empty state. */
export function openLocalState(file: string): LocalState {
  const rows = read(file);
  return {
    find: (table, id) =>
      id !== null && Object.hasOwn(rows[table], id) ? rows[table][id] : undefined,
    list: (table) => Object.values(rows[table]),
    put: <Name extends TableName>(table: Name, row: Tables[Name]) => {
      const all: Record<string, Tables[Name]> = rows[table];
      all[row.id] = row;
      return row;
    },
    remove: (table, id) => {
      delete rows[table][id];
    },
    save: () => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.new`, JSON.stringify(rows), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}

function read(file: string): Rows {
  const empty: Rows = {
    customers: {},
    products: {},
    prices: {},
    coupons: {},
    sessions: {},
    subscriptions: {},
    schedules: {},
    invoices: {},
    charges: {},
    portals: {},
    events: {},
    answers: {},
  };
  try {
    const kept: Partial<Rows> = JSON.parse(readFileSync(file, 'utf8'));
    return { ...empty, ...kept };
  } catch {
    return empty;
  }
}

/** Returns an ID in the provider's format: `sub_…`, `cs_test_…`. */
export function localId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('base64url').replaceAll(/[_-]/g, 'x')}`;
}

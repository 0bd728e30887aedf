import { plans } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import { notFound } from '../../shared/app-error.ts';
import {
  findCustomer,
  listLastCaptures,
  listLastTickets,
  type CustomerCaptureRow,
  type CustomerRow,
  type CustomerTicketRow,
} from './customers.store.ts';
import { redactUrlsIn, redactUrl } from './redact-url.rules.ts';

/** A customer as shown to staff, without secrets. */
export interface Customer extends Omit<CustomerRow, 'planTier'> {
  readonly planName: string;
  readonly captures: readonly CustomerCaptureRow[];
  /** Latest tickets, newest first. */
  readonly tickets: readonly CustomerTicketRow[];
}

/** Customer data for staff. */
export interface CustomersService {
  /** Throws `account_not_found`. */
  get(userId: string): Promise<Customer>;
}

const shownCaptures = 20;
const shownTickets = 20;

/** Creates a {@link CustomersService} that removes secrets from URLs and messages. */
export function createCustomersService({ db }: { readonly db: Database }): CustomersService {
  return {
    get: async (userId) => {
      const row = await findCustomer(db, userId);
      if (!row) throw notFound('account_not_found', 'This account no longer exists.');
      const { planTier, ...customer } = row;
      const { organizationId } = customer;
      const captures = await listLastCaptures(db, { organizationId, limit: shownCaptures });
      return {
        ...customer,
        planName: plans.find(({ tier }) => tier === planTier)?.name ?? planTier,
        captures: captures.map(withoutSecretsOf),
        // One more than shown beside a ticket, because that ticket is among them.
        tickets: await listLastTickets(db, { userId, limit: shownTickets + 1 }),
      };
    },
  };
}

function withoutSecretsOf(capture: CustomerCaptureRow): CustomerCaptureRow {
  return {
    ...capture,
    url: capture.url && redactUrl(capture.url),
    error: capture.error && redactUrlsIn(capture.error),
  };
}

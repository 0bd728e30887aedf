import type { PaymentProvider } from '../../adapters/payments/payment-provider.ts';
import type { Database } from '../../db/transaction.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Logger } from '../../lib/logger.ts';
import { forgetOldEvents, hasEvent, hasOrganization, recordEvent } from './billing.store.ts';
import { requireProvider } from './require-provider.ts';
import type { SyncSubscription } from './sync-subscription.service.ts';

/** Dependencies of the payment events service. */
export interface PaymentEventsDependencies {
  readonly db: Database;
  readonly provider: PaymentProvider | undefined;
  readonly sync: SyncSubscription;
  readonly logger: Logger;
}

/** Receiver of the payment provider's events. */
export interface PaymentEventsService {
  /**
   * Counts an event once, for any order of arrival and any number of processes. Throws
   * `payment_event_invalid` for anything the provider did not send just now. On any other error the
   * provider must send the event again.
   */
  receive(input: { readonly body: string; readonly signature: string }): Promise<void>;
}

/**
 * Creates a {@link PaymentEventsService} that reads the subscription again from the provider on
 * every event.
 */
export function createPaymentEventsService(deps: PaymentEventsDependencies): PaymentEventsService {
  const { db, sync, logger } = deps;
  return {
    receive: async ({ body, signature }) => {
      const provider = requireProvider(deps.provider);
      const event = provider.readEvent({ body, signature });
      if (!event) {
        logger.warn(
          { bodyBytes: body.length },
          'rejected a payment event with an invalid signature',
        );
        throw invalidEvent();
      }
      const { id, type } = event;
      if (await hasEvent(db, id)) {
        logger.info({ eventId: id, type }, 'payment event repeated');
        return;
      }
      const subscriptionId = await findSubject(deps, provider, event.subject);
      const outcome =
        subscriptionId === undefined
          ? 'unrelated'
          : await sync({ subscriptionId, event: { id, type } });
      // Recorded so that a redelivery is acknowledged without querying the provider.
      if (outcome === 'unrelated' || outcome === 'foreign')
        await recordEvent(db, { id, type, organizationId: null });
      await forgetOldEvents(db);
      logger.info({ eventId: id, type, outcome }, 'payment event received');
    },
  };
}

/** Returns the subscription to synchronise. A refunded payment first ends the plan it paid for. */
async function findSubject(
  { db }: PaymentEventsDependencies,
  provider: PaymentProvider,
  subject: NonNullable<ReturnType<PaymentProvider['readEvent']>>['subject'],
): Promise<string | undefined> {
  if (subject.kind === 'other') return undefined;
  if (subject.kind === 'subscription') return subject.id;
  if (subject.kind === 'checkout')
    return (await provider.findCheckout(subject.id))?.subscriptionId ?? undefined;
  const subscriptionId = await provider.findRevoked(subject.id);
  if (subscriptionId === undefined) return undefined;
  const owner = (await provider.findSubscription(subscriptionId))?.organizationId ?? '';
  // The provider's account may serve other products as well.
  if (!(await hasOrganization(db, owner))) return undefined;
  await provider.endNow({ subscriptionId, because: 'refunded' });
  return subscriptionId;
}

function invalidEvent(): AppError {
  return new AppError({
    code: 'payment_event_invalid',
    message: 'The signature does not match this body and time.',
  });
}

import type { PaymentProvider } from '../../adapters/payments/payment-provider.ts';
import type { Database } from '../../db/transaction.ts';
import { notFound } from '../../shared/app-error.ts';
import type { DiscountsService } from '../coupons/discounts.service.ts';
import type { PlansService } from '../organizations/plans.service.ts';
import { findAccount, findBillingContact, putOpenCheckout } from './billing.store.ts';
import { asProviderOffer, notAvailable, requireOffer } from './offers.rules.ts';
import { requireProvider } from './require-provider.ts';
import { ownReturnUrls, type ReturnUrls } from './return-urls.rules.ts';
import { isLive } from './plan-transition.rules.ts';
import type { SyncSubscription } from './sync-subscription.service.ts';

/** Dependencies of the checkout service. */
export interface CheckoutDependencies extends Pick<DiscountsService, 'pendingDiscount'> {
  readonly db: Database;
  /** Undefined if this installation sells nothing. */
  readonly provider: PaymentProvider | undefined;
  readonly plans: Pick<PlansService, 'planOf'>;
  readonly sync: SyncSubscription;
  readonly publicUrl: string;
  readonly supportEmail: string;
}

/** Purchase of a plan. */
export interface CheckoutService {
  /**
   * Opens a checkout page and closes one opened earlier. Throws `plan_not_available`,
   * `invalid_return_url` or `checkout_unavailable`; then nothing is stored.
   */
  open(
    input: ReturnUrls & {
      readonly organizationId: string;
      readonly userId: string;
      readonly planId: number;
    },
  ): Promise<{ readonly sessionId: string; readonly url: string }>;
  /**
   * Queries the provider for a checkout of the organisation and activates the plan if it was paid.
   * Throws `not_found`.
   */
  confirm(input: {
    readonly organizationId: string;
    readonly sessionId: string;
  }): Promise<'active' | 'processing' | 'expired'>;
}

/** Creates a {@link CheckoutService} that uses the provider's hosted checkout page. */
export function createCheckoutService(deps: CheckoutDependencies): CheckoutService {
  const { db } = deps;
  return {
    open: async ({ organizationId, userId, planId, ...given }) => {
      const offer = requireOffer(planId, deps.supportEmail);
      const urls = ownReturnUrls(given, { publicUrl: deps.publicUrl, planId });
      const provider = requireProvider(deps.provider);
      const account = await findAccount(db, organizationId);
      if (isLive(account))
        throw notAvailable('You already have a plan. Change or resume it on the Billing page.');
      const { tier } = await deps.plans.planOf(db, organizationId);
      if (tier !== 'free') throw notAvailable(messageFor(tier, deps.supportEmail));
      const payer = await findBillingContact(db, { organizationId, userId });
      const openBefore = account?.openCheckoutId ?? null;
      if (openBefore !== null) await provider.expireCheckout(openBefore);
      const { sessionId, url } = await provider.createCheckout({
        organizationId,
        customerId: account?.customerId ?? null,
        email: payer?.email ?? '',
        offer: asProviderOffer(offer),
        ...urls,
        discount: (await deps.pendingDiscount(db, organizationId)) ?? null,
      });
      await putOpenCheckout(db, { organizationId, sessionId });
      return { sessionId, url };
    },
    confirm: async ({ organizationId, sessionId }) => {
      const provider = requireProvider(deps.provider);
      const checkout = await provider.findCheckout(sessionId);
      if (checkout?.organizationId !== organizationId)
        throw notFound('not_found', 'This checkout does not exist.');
      const { status, subscriptionId } = checkout;
      if (status === 'expired') return 'expired';
      if (status === 'open' || subscriptionId === null) return 'processing';
      await deps.sync({ subscriptionId });
      const account = await findAccount(db, organizationId);
      if (account?.subscriptionId !== subscriptionId) return 'processing';
      return isLive(account) ? 'active' : 'expired';
    },
  };
}

function messageFor(tier: string, supportEmail: string): string {
  return tier === 'lifetime'
    ? 'Your lifetime plan cannot be combined with another plan.'
    : `Your plan is custom. To change it, write to ${supportEmail}.`;
}

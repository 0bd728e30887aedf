import { planOffers, type FieldError, type PlanOffer } from '@shotwright/contract';
import type { Offer } from '../../adapters/payments/payment-provider.ts';
import { AppError } from '../../shared/app-error.ts';

/** A plan that can be bought. */
export interface PaidOffer extends PlanOffer {
  readonly tier: 'basic' | 'advanced';
}

/** Currency of all prices. */
export const currency = 'usd';

/** Returns the offer of a plan id, or undefined if the plan cannot be bought. */
export function findOffer(planId: number | null): PaidOffer | undefined {
  const offer = planOffers.find((one) => one.planId === planId);
  const tier = offer?.plan.tier;
  return offer && (tier === 'basic' || tier === 'advanced') ? { ...offer, tier } : undefined;
}

/** Returns the offer of a plan id. Throws `plan_not_available`. */
export function requireOffer(planId: number, supportEmail: string): PaidOffer {
  const offer = findOffer(planId);
  if (offer) return offer;
  const field: FieldError = { path: 'newPlanId', message: 'must be 2, 4, 5 or 6' };
  throw new AppError({
    code: 'plan_not_available',
    message:
      planId === 0
        ? `The Enterprise plan is custom. To get it, write to ${supportEmail}.`
        : `This plan is not for sale. ${field.path} ${field.message}.`,
    details: { fields: [field] },
  });
}

/** Error for a plan that cannot be bought or changed to by this customer. */
export function notAvailable(message: string): AppError {
  return new AppError({ code: 'plan_not_available', message });
}

/**
 * Converts an offer for the payment provider. The key contains the price, so a changed price
 * creates a new offer there.
 */
export function asProviderOffer(offer: PaidOffer): Offer {
  const interval = offer.billingCycle === 'YEARLY' ? 'year' : 'month';
  return {
    planId: offer.planId,
    key: `shotwright_plan_${offer.planId}_${currency}_${offer.priceCents}_${interval}`,
    productId: `shotwright_${offer.tier}`,
    productName: offer.plan.name,
    amountCents: offer.priceCents,
    currency,
    interval,
  };
}

/** A higher plan or a longer prepaid time starts now; a lower one starts with the next period. */
export function startOf(from: PaidOffer, to: PaidOffer): 'now' | 'period_end' {
  const isMore = rankOf(to) > rankOf(from);
  return isMore ? 'now' : 'period_end';
}

function rankOf({ tier, billingCycle }: PaidOffer): number {
  return (tier === 'advanced' ? 2 : 0) + (billingCycle === 'YEARLY' ? 1 : 0);
}

/** Formats the price of a plan: `$9 / month`. */
export function priceLabel({ priceCents, billingCycle }: PaidOffer): string {
  return `${dollars(priceCents)} / ${billingCycle === 'YEARLY' ? 'year' : 'month'}`;
}

/** `$9`, `$7.20`. */
export function dollars(cents: number): string {
  return cents % 100 === 0 ? `$${cents / 100}` : `$${(cents / 100).toFixed(2)}`;
}

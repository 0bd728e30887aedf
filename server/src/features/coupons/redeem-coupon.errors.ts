import { couponLimits } from '@shotwright/contract';
import { AppError, notFound } from '../../shared/app-error.ts';
import type { OfferedCoupon } from './redemptions.store.ts';

/** Error for an unknown code. */
export function unknownCoupon(): AppError {
  return notFound('coupon_unknown', 'No coupon has this code. Check the spelling.');
}

/**
 * Returns the reason a coupon cannot be redeemed now, or undefined if it can. Reasons on the
 * caller's side come first.
 */
export function redemptionError(offer: OfferedCoupon): AppError | undefined {
  const { startsAt, expiresAt } = offer;
  if (offer.isRedeemed) return alreadyUsed();
  if (!offer.isActive) {
    return new AppError({
      code: 'coupon_expired',
      message: 'This coupon was disabled and is no longer valid.',
    });
  }
  if (offer.isOver && expiresAt) {
    return new AppError({
      code: 'coupon_expired',
      message: `This coupon expired on ${formatDate(expiresAt)}.`,
      details: { expiresAt: expiresAt.toISOString() },
    });
  }
  if (offer.isEarly && startsAt) {
    return new AppError({
      code: 'coupon_not_started',
      message: `This coupon is valid from ${formatDate(startsAt)}.`,
      details: { startsAt: startsAt.toISOString() },
    });
  }
  return offer.isUsedUp ? usedUp() : undefined;
}

/** Error for a second redemption by the same account. */
export function alreadyUsed(): AppError {
  return new AppError({
    code: 'coupon_already_used',
    message: 'You have already redeemed this coupon. Each coupon can be used once per account.',
  });
}

/** Error for a coupon whose uses are exhausted. */
export function usedUp(): AppError {
  return new AppError({
    code: 'coupon_used_up',
    message: 'This coupon has reached its redemption limit.',
  });
}

/** Error for a discount on a plan that is not billed. */
export function nothingToDiscount(planName: string): AppError {
  return new AppError({
    code: 'coupon_not_for_plan',
    message: `The ${planName} plan has no recurring payments, so a discount cannot be used with it.`,
  });
}

/** Error for a try before the wait has passed. */
export function tooManyCodeAttempts(seconds: number): AppError {
  const minutes = Math.ceil(seconds / 60);
  return new AppError({
    code: 'rate_limited',
    message: `You can try ${couponLimits.triesPerHour} codes per hour. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
    retryAfterSeconds: seconds,
  });
}

const instant = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

function formatDate(moment: Date): string {
  return `${instant.format(moment)} UTC`;
}

import type { Coupon } from '@shotwright/contract';
import { formatCount } from '../../../lib/format/format.ts';
import { staffCouponMessages as messages } from '../../../lib/messages/coupons.ts';
import type { Tone } from '../../../ui/badge.tsx';

/** Status of a coupon at a given time. */
export type CouponStatus = keyof typeof messages.statuses;

/** Badge colour of each status. */
export const statusTones: Readonly<Record<CouponStatus, Tone>> = {
  active: 'green',
  scheduled: 'blue',
  usedUp: 'grey',
  expired: 'grey',
  disabled: 'red',
};

/**
 * Returns the status of a coupon, which includes why it cannot be redeemed. Units of `now`: ms
 * since 1970.
 */
export function statusOf(coupon: Coupon, now: number = Date.now()): CouponStatus {
  if (!coupon.isActive) return 'disabled';
  if (coupon.expiresAt !== null && Date.parse(coupon.expiresAt) <= now) return 'expired';
  if (coupon.maxUses !== null && coupon.uses >= coupon.maxUses) return 'usedUp';
  if (coupon.startsAt !== null && Date.parse(coupon.startsAt) > now) return 'scheduled';
  return 'active';
}

/** Returns a description of the coupon's benefit. */
export function benefitOf({ kind, credits, percentOff }: Coupon): string {
  if (kind === 'credits') return messages.credits(formatCount(credits ?? 0), credits === 1);
  if (kind === 'discount') return messages.percentOff(String(percentOff ?? 0));
  return messages.lifetime;
}

const csvColumns = [
  'code',
  'kind',
  'credits',
  'percentOff',
  'startsAt',
  'expiresAt',
  'maxUses',
] as const satisfies readonly (keyof Coupon)[];

/**
 * Returns the coupons as CSV: a header, then one line per coupon. It contains only codes, numbers
 * and timestamps, so a spreadsheet has no formula to run.
 */
export function couponsCsv(coupons: readonly Coupon[]): string {
  const lines = coupons.map((coupon) => csvColumns.map((name) => coupon[name] ?? '').join(','));
  return [csvColumns.join(','), ...lines, ''].join('\r\n');
}

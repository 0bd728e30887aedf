import type { Coupon } from '@shotwright/contract';
import { formatCount } from '../../../lib/format.ts';
import { staffCouponMessages as words } from '../../../lib/messages/coupons.ts';
import type { Tone } from '../../../ui/badge.tsx';

/** What can be said of a coupon at a moment. */
export type CouponStatus = keyof typeof words.statuses;

/** The colour of each status. */
export const statusTones: Readonly<Record<CouponStatus, Tone>> = {
  active: 'green',
  scheduled: 'blue',
  usedUp: 'grey',
  expired: 'grey',
  disabled: 'red',
};

/** Whether a coupon can be redeemed, and if not, why. Units of `now`: ms since 1970. */
export function statusOf(coupon: Coupon, now: number = Date.now()): CouponStatus {
  if (!coupon.isActive) return 'disabled';
  if (coupon.expiresAt !== null && Date.parse(coupon.expiresAt) <= now) return 'expired';
  if (coupon.maxUses !== null && coupon.uses >= coupon.maxUses) return 'usedUp';
  if (coupon.startsAt !== null && Date.parse(coupon.startsAt) > now) return 'scheduled';
  return 'active';
}

/** What a coupon gives, in words. */
export function giftOf({ kind, credits, percentOff }: Coupon): string {
  if (kind === 'credits') return words.credits(formatCount(credits ?? 0), credits === 1);
  if (kind === 'discount') return words.percentOff(String(percentOff ?? 0));
  return words.lifetime;
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

/** The codes as a file for a spreadsheet: a heading, then one line per coupon. Only codes, numbers and instants: nothing a spreadsheet would run. */
export function couponsCsv(coupons: readonly Coupon[]): string {
  const lines = coupons.map((coupon) => csvColumns.map((name) => coupon[name] ?? '').join(','));
  return [csvColumns.join(','), ...lines, ''].join('\r\n');
}

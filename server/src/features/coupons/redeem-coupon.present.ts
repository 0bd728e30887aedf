import { plans, type couponEndpoints, type EndpointData } from '@shotwright/contract';
import type { RedeemedCoupon } from './redeem-coupon.service.ts';

/** Converts a redemption's result to its wire format. */
export function presentRedeemed(
  redeemed: RedeemedCoupon,
): EndpointData<typeof couponEndpoints.redeemCoupon> {
  const { kind, creditsAdded, creditsAvailable, percentOff, plan } = redeemed;
  const name = plans.find(({ tier }) => tier === plan.tier)?.name ?? null;
  return { kind, creditsAdded, creditsAvailable, percentOff, planName: name };
}

/** Describes the redemption in a sentence for the user. */
export function redeemedMessage({
  kind,
  creditsAdded,
  creditsAvailable,
  percentOff,
  plan,
}: RedeemedCoupon): string {
  const balance = `You now have ${counted(creditsAvailable, 'credit')}.`;
  if (kind === 'credits') {
    const verb = creditsAdded === 1 ? 'was' : 'were';
    return `${counted(creditsAdded, 'credit')} ${verb} added. ${balance}`;
  }
  if (kind === 'discount') {
    return `The next plan you buy costs ${percentOff ?? 0}% less.`;
  }
  const storage =
    plan.storageLimitBytes === null
      ? ''
      : ` and ${counted(plan.storageLimitBytes / 1024 ** 3, 'GB', 'GB')} of storage`;
  const grant = `${counted(plan.creditsPerCycle, 'credit')} a month${storage}`;
  return `Your Lifetime plan now has ${counted(plan.lifetimeCodes, 'code')}: ${grant}. ${balance}`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

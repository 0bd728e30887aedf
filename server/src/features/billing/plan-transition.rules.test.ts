import { expect, test } from 'vitest';
import type { ProviderSubscription } from '../../adapters/payments/payment-provider.ts';
import type { BillingAccount } from './billing.store.ts';
import { startOf, findOffer } from './offers.rules.ts';
import { transitionOf, paidPeriodOf, statusOf } from './plan-transition.rules.ts';

const day = (date: string): Date => new Date(`2026-${date}T10:00:00Z`);
const account: BillingAccount = {
  organizationId: 'o',
  customerId: 'cus',
  openCheckoutId: null,
  subscriptionId: 'sub',
  status: 'ACTIVE',
  planId: 2,
  nextPlanId: null,
  periodStart: day('03-01'),
  periodEnd: day('04-01'),
  version: 1,
};
const now: ProviderSubscription = {
  id: 'sub',
  organizationId: 'o',
  customerId: 'cus',
  state: 'live',
  planId: 2,
  nextPlanId: null,
  periodStart: day('03-01'),
  periodEnd: day('04-01'),
  isCancelledAtPeriodEnd: false,
  endedAt: null,
  isRevoked: false,
  couponId: null,
  lastPaidCents: 900,
};
const none = { kind: 'none' };
const begins = (startsCycle: boolean) => ({ kind: 'change', startsCycle });

test.each<[string, Partial<BillingAccount>, Partial<ProviderSubscription>, object]>([
  ['nothing new', {}, {}, none],
  ['a first purchase', { status: 'INACTIVE' }, {}, { kind: 'begin', startsCycle: true }],
  ['one that was never paid', { status: 'INACTIVE' }, { state: 'over' }, none],
  ['a renewal', {}, { periodStart: day('04-01'), periodEnd: day('05-01') }, none],
  ['a period that was moved', {}, { periodStart: day('03-11') }, begins(true)],
  ['more within the period', {}, { planId: 5 }, begins(false)],
  ['more for a year', {}, { planId: 6, periodStart: day('03-11') }, begins(true)],
  ['the same for a year', {}, { planId: 4, periodStart: day('03-11') }, begins(true)],
  ['less with the next period', { planId: 5 }, { periodStart: day('04-01') }, begins(true)],
  ['a cancellation', {}, { isCancelledAtPeriodEnd: true }, none],
  ['a renewal that is not paid', {}, { state: 'late', periodStart: day('03-11') }, none],
  ['the end', {}, { state: 'over', endedAt: day('04-01') }, { kind: 'end', isRevoked: false }],
  ['a refund', {}, { state: 'over', isRevoked: true }, { kind: 'end', isRevoked: true }],
  ['a price that is not ours', {}, { planId: 77 }, { kind: 'end' }],
])('%s', (...[, known, read, effect]) => {
  expect(transitionOf({ ...account, ...known }, { ...now, ...read })).toMatchObject(effect);
});

test('a renewal counts as paid only when its payment has arrived, and then starts its cycle', () => {
  const renewed = { ...now, periodStart: day('03-11'), periodEnd: day('04-11') };
  const waiting = paidPeriodOf(account, { ...renewed, state: 'late' });
  expect(waiting).toEqual({ periodStart: account.periodStart, periodEnd: account.periodEnd });
  const late = { ...account, status: 'PAST_DUE' as const, ...waiting };
  expect(transitionOf(late, renewed)).toMatchObject(begins(true));
  expect(paidPeriodOf(late, renewed)).toMatchObject({ periodStart: day('03-11') });
});

test.each([
  [{ state: 'live' }, 'ACTIVE'],
  [{ state: 'live', isCancelledAtPeriodEnd: true }, 'CANCELLED'],
  [{ state: 'late' }, 'PAST_DUE'],
  [{ state: 'over', isCancelledAtPeriodEnd: true }, 'INACTIVE'],
  [{ state: 'live', planId: null }, 'INACTIVE'],
] as const)('%o is %s', (read, status) => {
  expect(statusOf({ ...now, ...read })).toBe(status);
});

const begin = (from: number, to: number) => startOf(findOffer(from)!, findOffer(to)!);
test('upgrades take effect at once, downgrades with the next period', () => {
  expect([begin(2, 4), begin(2, 5), begin(2, 6), begin(4, 5), begin(4, 6), begin(5, 6)]).toEqual(
    Array.from({ length: 6 }, () => 'now'),
  );
  expect([begin(4, 2), begin(5, 2), begin(6, 2), begin(5, 4), begin(6, 4), begin(6, 5)]).toEqual(
    Array.from({ length: 6 }, () => 'period_end'),
  );
});

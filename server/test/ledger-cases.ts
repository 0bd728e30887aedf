import type { SimulatedAccount } from './simulated-account.ts';

/** The events of an account and the resulting ledger. */
export interface LedgerCase {
  readonly title: string;
  readonly run: (account: SimulatedAccount) => Promise<void>;
  /** Expected ledger entries, in order. */
  readonly ledger: readonly string[];
  readonly available: number;
  readonly lasting?: number;
}

/** Creation time of the account in each case. */
export const accountCreatedAt = '2026-01-10T08:00:00.000Z';
const bought = '2026-01-20T12:00:00.000Z';
/** One day before the end of the 30th cycle of the purchase. */
const later = '2028-07-19T12:00:00.000Z';
const months = (count: number, ...entries: string[]): string[] =>
  Array.from({ length: count }, () => entries).flat();
const unused = (credits: number) => `expire -${credits} Unused at the end of the cycle`;
const capture = (credits: number) => [`hold -${credits}`, 'settle 0'];
const free = 'grant 100 Free plan';
const basic = 'grant 1000 Basic plan';
const advanced = 'grant 5000 Advanced plan';
const lifetime = 'grant 1000 Lifetime plan';
const fromFree = [free, unused(100)];

async function eachMonth(account: SimulatedAccount, count: number, spend: number): Promise<void> {
  const first = new Date((await account.plan()).cycleStartedAt);
  for (let month = 1; month <= count; month += 1) {
    await account.spend(spend);
    const next = new Date(first);
    next.setUTCMonth(first.getUTCMonth() + month);
    await account.advanceTo(next);
  }
}

/** Cases of up to thirty months, with every ledger entry. */
export const ledgerCases: readonly LedgerCase[] = [
  {
    title: 'Free, idle: what is left expires with each cycle',
    run: (account) => account.advanceTo('2028-07-10T07:59:59.999Z'),
    ledger: [free, ...months(29, unused(100), free)],
    available: 100,
  },
  {
    title: 'Free, 30 credits a month: the other 70 expire',
    run: (account) => eachMonth(account, 30, 30),
    ledger: [free, ...months(30, ...capture(30), unused(70), free)],
    available: 100,
  },
  {
    title: 'Basic, idle: rolls over once and stays at twice its grant',
    run: async (account) => {
      await account.advanceTo(bought);
      await account.begin('basic');
      await account.advanceTo(later);
    },
    ledger: [...fromFree, basic, basic, ...months(28, unused(1000), basic)],
    available: 2000,
  },
  {
    title: 'Basic, 700 credits a month: 300 more each month up to twice the grant',
    run: async (account) => {
      await account.advanceTo(bought);
      await account.begin('basic');
      await eachMonth(account, 29, 700);
    },
    ledger: [
      ...fromFree,
      basic,
      ...months(3, ...capture(700), basic),
      ...months(1, ...capture(700), unused(200), basic),
      ...months(25, ...capture(700), unused(300), basic),
    ],
    available: 2000,
  },
  {
    title: 'an upgrade in mid-cycle adds the difference at once, once per cycle and plan',
    run: async (account) => {
      await account.begin('basic', new Date(bought));
      await account.advanceTo('2026-02-01');
      await account.spend(400);
      await account.change('advanced', 'up');
      await account.change('advanced', 'up');
      await account.change('basic');
      await account.change('advanced', 'again');
      await account.advanceTo('2026-02-20T12:00:00Z');
    },
    ledger: [free, unused(100), basic, ...capture(400), 'grant 4000 Advanced plan', advanced],
    available: 9600,
  },
  {
    title: 'a downgrade at the end of the period carries what the lower plan may hold',
    run: async (account) => {
      await account.begin('advanced', new Date(bought));
      await account.advanceTo('2026-02-20T11:59:59Z');
      account.skipTo('2026-02-20T12:00:01Z');
      await account.begin('basic', new Date('2026-02-20T12:00:00Z'));
      await account.renew();
      await account.advanceTo('2026-03-20T12:00:00Z');
    },
    ledger: [...fromFree, advanced, unused(4000), basic, unused(1000), basic],
    available: 2000,
  },
  {
    title: 'a downgrade heard of after the new cycle began comes to the same',
    run: async (account) => {
      await account.begin('advanced', new Date(bought));
      await account.advanceTo('2026-02-20T12:05:00Z');
      await account.begin('basic', new Date('2026-02-20T12:00:00Z'));
      await account.advanceTo('2026-03-20T12:00:00Z');
    },
    ledger: [
      ...fromFree,
      advanced,
      advanced,
      'expire -8000 Change to the Basic plan',
      unused(1000),
      basic,
    ],
    available: 2000,
  },
  {
    title: 'a cancelled plan ends with its period: Free from then on, and what lasts stays',
    run: async (account) => {
      await account.begin('basic', new Date(bought));
      await account.coupon(50);
      await account.spend(400);
      await account.advanceTo('2026-02-20T11:00:00Z');
      account.skipTo('2026-02-20T12:00:00Z');
      await account.end();
      await account.advanceTo('2026-03-20T12:00:00Z');
    },
    ledger: [
      ...fromFree,
      basic,
      'coupon 50',
      ...capture(400),
      'expire -600 Plan ended',
      free,
      unused(100),
      free,
    ],
    available: 150,
    lasting: 50,
  },
  {
    title: 'an end heard of after the job began the next cycle comes to the same',
    run: async (account) => {
      await account.begin('basic', new Date(bought));
      await account.coupon(50);
      await account.spend(400);
      await account.advanceTo('2026-02-20T12:05:00Z');
      await account.end(new Date('2026-02-20T12:00:00Z'), { uniqueKey: 'end' });
      await account.end(new Date('2026-02-20T12:00:00Z'), { uniqueKey: 'end' });
      await account.advanceTo('2026-03-20T12:00:00Z');
    },
    ledger: [
      ...fromFree,
      basic,
      'coupon 50',
      ...capture(400),
      basic,
      'expire -1500 Change to the Free plan',
      unused(100),
      free,
    ],
    available: 150,
    lasting: 50,
  },
  {
    title: 'a refunded plan ends at once and takes its credits along',
    run: async (account) => {
      await account.begin('advanced', new Date(bought));
      await account.spend(1);
      await account.advanceTo('2026-02-02');
      await account.end(account.now(), { isRevoked: true });
    },
    ledger: [...fromFree, advanced, ...capture(1), 'expire -4999 Plan refunded', free],
    available: 100,
  },
  {
    title: 'Lifetime with one code: unused credits expire with each cycle',
    run: async (account) => {
      await account.advanceTo(bought);
      await account.code('first');
      await account.code('first');
      await eachMonth(account, 29, 250);
    },
    ledger: [...fromFree, lifetime, ...months(29, ...capture(250), unused(750), lifetime)],
    available: 1000,
  },
  {
    title: 'Lifetime with three codes: each adds its credits at once and to every cycle',
    run: async (account) => {
      await account.advanceTo(bought);
      await account.code();
      await account.spend(900);
      await account.code();
      await account.code();
      await account.advanceTo(later);
    },
    ledger: [
      ...fromFree,
      lifetime,
      ...capture(900),
      lifetime,
      lifetime,
      unused(2100),
      'grant 3000 Lifetime plan',
      ...months(28, unused(3000), 'grant 3000 Lifetime plan'),
    ],
    available: 3000,
  },
  {
    title: 'a paid plan bought over a lifetime plan gives way to it again',
    run: async (account) => {
      await account.code();
      await account.code();
      await account.begin('basic', new Date(bought));
      await account.advanceTo('2026-02-02');
      await account.end();
    },
    ledger: [
      free,
      'grant 900 Lifetime plan',
      lifetime,
      unused(2000),
      basic,
      'expire -1000 Plan ended',
      'grant 2000 Lifetime plan',
    ],
    available: 2000,
  },
  {
    title: 'coupons outlive cycles, are spent after the plan, and do not come back once spent',
    run: async (account) => {
      await account.coupon(50);
      await account.spend(120);
      await account.advanceTo('2026-02-10T08:00:00Z');
      await account.coupon(10);
      await account.spend(30);
      await account.advanceTo('2026-03-10T08:00:00Z');
      await account.spend(140);
      await account.advanceTo('2026-04-10T08:00:00Z');
    },
    ledger: [
      free,
      'coupon 50',
      ...capture(120),
      free,
      'coupon 10',
      ...capture(30),
      unused(70),
      free,
      ...capture(140),
      free,
    ],
    available: 100,
    lasting: 0,
  },
  {
    title:
      'what a running capture holds stays its own across the end of a cycle, and comes back if it fails',
    run: async (account) => {
      const held = await account.hold(60);
      await account.advanceTo('2026-02-10T08:00:00Z');
      await account.release(held);
      await account.advanceTo('2026-03-10T08:00:00Z');
    },
    ledger: [free, 'hold -60', unused(40), free, 'release 60', unused(160), free],
    available: 100,
  },
  {
    title: 'a capture held across the end of a cycle and charged then is paid by the plan',
    run: async (account) => {
      await account.coupon(50);
      const held = await account.hold(120);
      await account.advanceTo('2026-02-10T08:00:00Z');
      await account.settle(held);
      await account.advanceTo('2026-03-10T08:00:00Z');
    },
    ledger: [free, 'coupon 50', 'hold -120', free, 'settle 0', unused(80), free],
    available: 150,
    lasting: 50,
  },
  {
    title: 'a server that slept three months catches up cycle by cycle',
    run: async (account) => {
      await account.begin('basic', new Date(bought));
      await account.spend(800);
      account.skipTo('2026-04-25');
      await account.renew();
    },
    ledger: [...fromFree, basic, ...capture(800), basic, unused(200), basic, unused(1000), basic],
    available: 2000,
  },
];

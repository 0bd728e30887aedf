import type { Coupon } from '@shotwright/contract';
import { describe, expect, test } from 'vitest';
import {
  emptyDraft,
  isTouched,
  readDraft,
  type CouponDraft,
} from '../../../../src/features/coupons/staff/coupon-draft.rules.ts';
import {
  couponsCsv,
  benefitOf,
  statusOf,
} from '../../../../src/features/coupons/staff/coupons.rules.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const coupon: Coupon = {
  id: 1,
  code: 'FAIR-ABCD',
  kind: 'credits',
  credits: 100,
  percentOff: null,
  startsAt: null,
  expiresAt: null,
  maxUses: null,
  uses: 0,
  isActive: true,
  note: null,
  createdBy: null,
  createdAt: '2026-11-01T00:00:00.000Z',
};

test.each<[Partial<Coupon>, string]>([
  [{}, 'active'],
  [{ startsAt: '2026-11-21T12:00:00.000Z' }, 'active'],
  [{ startsAt: '2026-11-21T12:00:00.001Z' }, 'scheduled'],
  [{ expiresAt: '2026-11-21T12:00:00.001Z' }, 'active'],
  [{ expiresAt: '2026-11-21T12:00:00.000Z' }, 'expired'],
  [{ maxUses: 3, uses: 2 }, 'active'],
  [{ maxUses: 3, uses: 3 }, 'usedUp'],
  [{ maxUses: 3, uses: 3, expiresAt: '2026-01-01T00:00:00Z' }, 'expired'],
  [{ isActive: false, expiresAt: '2026-01-01T00:00:00Z' }, 'disabled'],
])('[SF-3] a coupon with %j is %s', (facts, status) => {
  expect(statusOf({ ...coupon, ...facts }, now)).toBe(status);
});

test.each<[Partial<Coupon>, string]>([
  [{ credits: 1 }, '1 credit'],
  [{ credits: 2_500 }, '2,500 credits'],
  [{ kind: 'discount', credits: null, percentOff: 20 }, '20% off'],
  [{ kind: 'lifetime', credits: null }, 'Lifetime plan'],
])('the benefit of a coupon with %j reads %s', (facts, text) => {
  expect(benefitOf({ ...coupon, ...facts })).toBe(text);
});

test('[SF-3] a batch is exported as one line per code, without its notes', () => {
  const second = {
    ...coupon,
    code: 'FAIR-EFGH',
    maxUses: 1,
    note: '=cmd()',
    expiresAt: '2027-01-01T00:00:00.000Z',
  };
  expect(couponsCsv([coupon, second])).toBe(
    [
      'code,kind,credits,percentOff,startsAt,expiresAt,maxUses',
      'FAIR-ABCD,credits,100,,,,',
      'FAIR-EFGH,credits,100,,,2027-01-01T00:00:00.000Z,1',
      '',
    ].join('\r\n'),
  );
});

const read = (part: Partial<CouponDraft>) => readDraft({ ...emptyDraft, ...part }, now);

describe('the form', () => {
  test('an untouched form creates 100 credits with a generated code', () => {
    expect(isTouched(emptyDraft)).toBe(false);
    expect(read({})).toEqual({
      order: { mode: 'single', body: { kind: 'credits', credits: 100 } },
    });
  });

  test('only fields of the chosen kind and mode are sent, trimmed', () => {
    const full = {
      code: ' spring ',
      prefix: ' fair ',
      count: ' 5 ',
      maxUses: ' 7 ',
      note: ' Fair ',
    };
    expect(read({ ...full, kind: 'discount' })).toEqual({
      order: {
        mode: 'single',
        body: { kind: 'discount', percentOff: 20, maxUses: 7, note: 'Fair', code: 'SPRING' },
      },
    });
    expect(read({ ...full, kind: 'lifetime', mode: 'batch' })).toEqual({
      order: {
        mode: 'batch',
        body: { kind: 'lifetime', maxUses: 7, note: 'Fair', count: 5, prefix: 'FAIR' },
      },
    });
  });

  test('times in the browser’s time zone are sent as instants', () => {
    const startsAt = '2099-05-01T09:30';
    const result = read({ startsAt, expiresAt: '2099-06-01T00:00' });
    expect(result).toMatchObject({
      order: {
        body: {
          startsAt: new Date(2099, 4, 1, 9, 30).toISOString(),
          expiresAt: new Date(2099, 5, 1).toISOString(),
        },
      },
    });
  });

  test.each<[Partial<CouponDraft>, (keyof CouponDraft)[]]>([
    [{ credits: '' }, ['credits']],
    [{ credits: '0' }, ['credits']],
    [{ credits: '1.5' }, ['credits']],
    [{ credits: '1000001' }, ['credits']],
    [{ kind: 'discount', percentOff: '101', credits: '0' }, ['percentOff']],
    [{ kind: 'lifetime', percentOff: '', credits: '' }, []],
    [{ code: 'A' }, ['code']],
    [{ code: 'TWO WORDS' }, ['code']],
    [{ code: 'A', mode: 'batch' }, []],
    [{ prefix: '-X', mode: 'batch' }, ['prefix']],
    [{ count: '1001', mode: 'batch' }, ['count']],
    [{ count: '0' }, []],
    [{ maxUses: '0' }, ['maxUses']],
    [{ expiresAt: '2026-11-20T00:00' }, ['expiresAt']],
    [{ startsAt: '2099-01-02T00:00', expiresAt: '2099-01-02T00:00' }, ['expiresAt']],
    [{ startsAt: 'soon' }, ['startsAt']],
    [{ credits: 'x', maxUses: 'x' }, ['credits', 'maxUses']],
  ])('[SF-3] %j has invalid fields %j', (part, wrong) => {
    const result = read(part);
    expect('errors' in result ? Object.keys(result.errors) : []).toEqual(wrong);
  });
});

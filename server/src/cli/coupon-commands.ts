import { couponEndpoints, type CouponKind } from '@shotwright/contract';
import { InvalidArgumentError, type Command } from 'commander';
import { presentCoupon } from '../features/coupons/coupons.present.ts';
import type { CouponTerms } from '../features/coupons/coupons.rules.ts';
import type { CouponRow } from '../features/coupons/coupons.store.ts';
import type { Output, WithAdminContext } from './admin-context.ts';

interface NewCoupon extends Output {
  readonly code?: string;
  readonly kind: CouponKind;
  readonly credits?: number;
  readonly percentOff?: number;
  readonly maxUses?: number;
  readonly starts?: Date;
  readonly expires?: Date;
  readonly note?: string;
}

/** Operators have no account; the log names the command line. */
const actorUserId = null;
const fields = couponEndpoints.createCoupon.body.shape;
const listFields = couponEndpoints.listCoupons.query.shape;

/** Adds `coupon create`, `coupon list` and `coupon disable`. */
export function addCouponCommands(program: Command, withContext: WithAdminContext): void {
  const coupon = program.command('coupon').description('coupons');
  addCreate(coupon, withContext);
  coupon
    .command('list')
    .description('list coupons, newest first')
    .option(
      '--search <text>',
      'list only coupons whose code or note contains the text',
      argument(listFields.search),
      '',
    )
    .option('--limit <coupons>', 'maximum number of coupons', argument(listFields.limit), 100)
    .option('--json', 'print one line of JSON')
    .action((given: Output & { search: string; limit: number }) =>
      withContext(given, async ({ features }) => {
        const { search, limit } = given;
        const { coupons, total } = await features.coupons.list({ search, limit, page: 1 });
        return { json: { coupons: coupons.map(presentCoupon), total }, text: listText(coupons) };
      }),
    );
  coupon
    .command('disable')
    .description('disable a coupon; past redemptions are unaffected')
    .requiredOption('--code <code>', 'code of the coupon', argument(fields.code))
    .option('--json', 'print one line of JSON')
    .action((given: Output & { code: string }) =>
      withContext(given, async ({ features }) => {
        const row = await features.coupons.disable({ actorUserId, code: given.code });
        return { json: presentCoupon(row), text: `${row.code} can no longer be redeemed.` };
      }),
    );
}

function addCreate(coupon: Command, withContext: WithAdminContext): void {
  const { code, kind, credits, percentOff, maxUses, startsAt, expiresAt, note } = fields;
  const moment = 'a time such as 2026-12-31T23:59:59Z; a date alone means midnight UTC';
  coupon
    .command('create')
    .description('create a coupon; each account can redeem it once')
    .option('--code <code>', 'code that customers enter; generated if omitted', argument(code))
    .option('--kind <kind>', 'credits, discount or lifetime', argument(kind), 'credits')
    .option('--credits <credits>', 'credits that it adds', argument(credits))
    .option('--percent-off <percent>', 'discount on the next plan bought', argument(percentOff))
    .option(
      '--max-uses <uses>',
      'redemptions by all accounts; no limit if omitted',
      argument(maxUses),
    )
    .option('--starts <iso>', moment, instantArgument(startsAt))
    .option('--expires <iso>', moment, instantArgument(expiresAt))
    .option('--note <text>', 'note for the support team', argument(note))
    .option('--json', 'print one line of JSON')
    .action((given: NewCoupon) =>
      withContext(given, async ({ features }) => {
        const row = await features.coupons.create({
          actorUserId,
          code: given.code,
          terms: termsOf(given),
        });
        return { json: presentCoupon(row), text: `Created the coupon ${row.code}.` };
      }),
    );
}

function termsOf(given: NewCoupon): CouponTerms {
  const { kind, credits, percentOff, maxUses, starts, expires, note } = given;
  return { kind, credits, percentOff, maxUses, startsAt: starts, expiresAt: expires, note };
}

interface Field<T> {
  safeParse(value: unknown):
    | { readonly success: true; readonly data: T }
    | {
        readonly success: false;
        readonly error: { readonly issues: readonly { message: string }[] };
      };
}

/** Parses an argument by the same rule as the API, with the same error messages. */
function argument<T>(field: Field<T>): (value: string) => T {
  return (value) => {
    const read = field.safeParse(value);
    if (read.success) return read.data;
    throw new InvalidArgumentError(`It ${read.error.issues[0]?.message ?? 'is not valid'}.`);
  };
}

function instantArgument(field: Field<string | undefined>): (value: string) => Date {
  return (value) => {
    const isDate = /^\d{4}-\d{2}-\d{2}$/.test(value);
    return new Date(argument(field)(isDate ? `${value}T00:00:00Z` : value) ?? value);
  };
}

function listText(coupons: readonly CouponRow[]): string {
  if (coupons.length === 0) return 'There are no coupons.';
  return coupons.map(lineOf).join('\n');
}

function lineOf(coupon: CouponRow): string {
  const { code, kind, credits, percentOff, uses, maxUses, expiresAt, isActive } = coupon;
  const gift =
    kind === 'credits'
      ? `${credits ?? 0} credits`
      : kind === 'discount'
        ? `${percentOff ?? 0}% off`
        : 'lifetime';
  const facts = [
    gift,
    `${uses} of ${maxUses ?? 'unlimited'} uses`,
    ...(expiresAt ? [`until ${expiresAt.toISOString()}`] : []),
    ...(isActive ? [] : ['disabled']),
  ];
  return `${code}  ${facts.join(', ')}`;
}

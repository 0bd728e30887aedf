import { couponLimits, type CouponKind, type FieldError } from '@shotwright/contract';
import { AppError } from '../../shared/app-error.ts';

/** Benefit, validity period and number of uses of a coupon. Undefined means no limit. */
export interface CouponTerms {
  readonly kind: CouponKind;
  /** Unit: credits. */
  readonly credits?: number | undefined;
  readonly percentOff?: number | undefined;
  readonly startsAt?: Date | undefined;
  readonly expiresAt?: Date | undefined;
  readonly maxUses?: number | undefined;
  readonly note?: string | undefined;
}

/**
 * Checks that the terms are consistent and reports every wrong field. Throws `validation_failed`.
 */
export function checkTerms(terms: CouponTerms): void {
  const { kind, credits, percentOff, startsAt, expiresAt } = terms;
  const fields = [
    ...amountErrors(kind, {
      path: 'credits',
      value: credits,
      ofKind: 'credits',
      valid: `a whole number from 1 to ${couponLimits.credits}`,
    }),
    ...amountErrors(kind, {
      path: 'percentOff',
      value: percentOff,
      ofKind: 'discount',
      valid: 'a whole number from 1 to 100',
    }),
    ...(startsAt && expiresAt && expiresAt <= startsAt
      ? [{ path: 'expiresAt', message: 'must be later than the start' }]
      : []),
  ];
  const [first] = fields;
  if (!first) return;
  throw new AppError({
    code: 'validation_failed',
    message: `${first.path}: ${first.message}`,
    details: { fields },
  });
}

interface Amount {
  readonly path: string;
  readonly value: number | undefined;
  /** Kind whose coupons need the amount; others may not have it. */
  readonly ofKind: CouponKind;
  readonly valid: string;
}

function amountErrors(kind: CouponKind, { path, value, ofKind, valid }: Amount): FieldError[] {
  if ((kind === ofKind) === (value !== undefined)) return [];
  const message =
    kind === ofKind ? `must be ${valid}` : `is allowed only for coupons of kind "${ofKind}"`;
  return [{ path, message }];
}

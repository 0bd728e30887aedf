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
    ...amountErrors({
      path: 'credits',
      value: credits,
      isOfKind: kind === 'credits',
      valid: `a whole number from 1 to ${couponLimits.credits}`,
    }),
    ...amountErrors({
      path: 'percentOff',
      value: percentOff,
      isOfKind: kind === 'discount',
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

function amountErrors(input: {
  readonly path: string;
  readonly value: number | undefined;
  readonly isOfKind: boolean;
  readonly valid: string;
}): FieldError[] {
  const { path, value, isOfKind, valid } = input;
  if (isOfKind === (value !== undefined)) return [];
  const message = isOfKind ? `must be ${valid}` : 'does not belong to a coupon of this kind';
  return [{ path, message }];
}

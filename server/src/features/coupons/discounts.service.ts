import type { Db, Tx } from '../../db/transaction.ts';
import {
  findPendingDiscount,
  listAppliedCodes,
  markDiscountUsed,
  type PendingDiscount,
} from './redemptions.store.ts';

/** Coupon operations for the billing feature. */
export interface DiscountsService {
  /**
   * Returns the discount for the next purchase of a plan, or undefined if the full price applies.
   * Of several pending ones, the highest is used first.
   */
  pendingDiscount(db: Db, organizationId: string): Promise<PendingDiscount | undefined>;
  /**
   * Marks a discount as used, in the transaction that activates the purchase. Returns false if it
   * was used before.
   */
  useDiscount(tx: Tx, input: { organizationId: string; couponId: number }): Promise<boolean>;
  /** Codes of lifetime deals and discounts that the organisation has redeemed, earliest first. */
  codesOf(db: Db, organizationId: string): Promise<string[]>;
}

/** {@link DiscountsService} backed by the redemptions store. */
export const discountsService: DiscountsService = {
  pendingDiscount: findPendingDiscount,
  useDiscount: markDiscountUsed,
  codesOf: listAppliedCodes,
};

import type { Db, Tx } from '../../db/transaction.ts';
import {
  findPendingDiscount,
  listAppliedCodes,
  markDiscountUsed,
  type PendingDiscount,
} from './redemptions.store.ts';

/** What payments need of coupons. */
export interface DiscountsService {
  /** The discount for the next plan to be bought; undefined: the price is the plan's. Several wait side by side, the highest first. */
  pendingDiscount(db: Db, organizationId: string): Promise<PendingDiscount | undefined>;
  /** Marks a discount as used, in the transaction that activates what was bought with it; false: it was used before. */
  useDiscount(tx: Tx, input: { organizationId: string; couponId: number }): Promise<boolean>;
  /** Codes of lifetime deals and discounts the organisation has redeemed, earliest first. */
  codesOf(db: Db, organizationId: string): Promise<string[]>;
}

/** See {@link DiscountsService}. */
export const discountsService: DiscountsService = {
  pendingDiscount: findPendingDiscount,
  useDiscount: markDiscountUsed,
  codesOf: listAppliedCodes,
};

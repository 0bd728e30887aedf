import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { couponKinds, couponLimits, couponPaths } from './paths/coupons.ts';
import {
  enteredInstant,
  pageQuery,
  storableTextRule,
  wireId,
  wireInstant,
  wireNumber,
} from './wire.ts';

/** A coupon code as typed by a user, normalised: trimmed, upper case. */
export const couponCode = z
  .string({ error: 'must be text' })
  .trim()
  .toUpperCase()
  .min(1, { error: 'Please enter a valid coupon code.' })
  .max(couponLimits.codeLength, { error: 'Please enter a valid coupon code.' });

/** A coupon as shown to the support team. */
export const couponSchema = z.object({
  id: z.int(),
  code: z.string(),
  kind: z.enum(couponKinds),
  credits: z.int().nullable(),
  percentOff: z.int().nullable(),
  startsAt: wireInstant.nullable(),
  expiresAt: wireInstant.nullable(),
  /** Null: unlimited, but once per organisation. */
  maxUses: z.int().nullable(),
  uses: z.int(),
  isActive: z.boolean(),
  note: z.string().nullable(),
  /**
   * Email of the creator; null if the coupon was created from the command line or its creator was
   * deleted.
   */
  createdBy: z.string().nullable(),
  createdAt: wireInstant,
});

/** One redemption of a coupon. */
export const couponRedemptionSchema = z.object({
  organizationId: z.string(),
  /** Null: the user was deleted. */
  email: z.string().nullable(),
  redeemedAt: wireInstant,
});

const newCode = z
  .string({ error: 'must be text' })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{2,39}$/, {
    error: 'must be 3 to 40 letters, digits and hyphens',
  });
const codePrefix = z
  .string({ error: 'must be text' })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{0,19}$/, { error: 'must be 1 to 20 letters, digits and hyphens' });
const kind = z.enum(couponKinds, { error: `must be one of ${couponKinds.join(', ')}` });
const plainText = (max: number) =>
  z
    .string({ error: 'must be text' })
    .trim()
    .max(max, { error: `must be at most ${max} characters` })
    .regex(storableTextRule.pattern, { error: storableTextRule.error });
const terms = {
  kind: kind.default('credits'),
  /** Only for the kind `credits`, where it is required. */
  credits: wireNumber({ min: 1, max: couponLimits.credits }).optional(),
  /** Only for the kind `discount`, where it is required. */
  percentOff: wireNumber({ min: 1, max: 100 }).optional(),
  startsAt: enteredInstant.optional(),
  expiresAt: enteredInstant.optional(),
  maxUses: wireNumber({ min: 1, max: couponLimits.uses }).optional(),
  note: plainText(couponLimits.noteLength).optional(),
};
const tag = 'Coupons';
const staffTag = 'Support team';
const couponResponse = { kind: 'envelope', schema: z.object({ coupon: couponSchema }) } as const;

/**
 * Endpoints for redeeming coupons (customers) and managing them (support team). Redeeming throws
 * `coupon_…` codes.
 */
export const couponEndpoints = {
  redeemCoupon: defineEndpoint({
    ...couponPaths.redeemCoupon,
    operationId: 'redeemCoupon',
    summary: 'Redeem a coupon, once per account',
    tag,
    auth: 'session',
    right: 'billing',
    body: z.strictObject({ code: couponCode }),
    response: {
      kind: 'envelope',
      schema: z.object({
        kind: z.enum(couponKinds),
        creditsAdded: z.int(),
        creditsAvailable: z.int(),
        percentOff: z.int().nullable(),
        planName: z.string().nullable(),
      }),
    },
  }),
  listCoupons: defineEndpoint({
    ...couponPaths.listCoupons,
    operationId: 'listCoupons',
    summary: 'List coupons, newest first',
    tag: staffTag,
    auth: 'staff',
    query: z.strictObject({ search: plainText(100).optional(), ...pageQuery }),
    response: {
      kind: 'envelope',
      schema: z.object({ coupons: z.array(couponSchema), total: z.int() }),
    },
  }),
  createCoupon: defineEndpoint({
    ...couponPaths.createCoupon,
    operationId: 'createCoupon',
    summary: 'Create a coupon; if code is omitted, one is generated',
    tag: staffTag,
    auth: 'staff',
    successStatus: 201,
    body: z.strictObject({ code: newCode.optional(), ...terms }),
    response: couponResponse,
  }),
  createCouponBatch: defineEndpoint({
    ...couponPaths.createCouponBatch,
    operationId: 'createCouponBatch',
    summary:
      'Create many coupons with the same terms; if maxUses is omitted, each can be redeemed once',
    tag: staffTag,
    auth: 'staff',
    successStatus: 201,
    body: z.strictObject({
      count: wireNumber({ min: 1, max: couponLimits.batch }),
      /** Start of each code, followed by a hyphen. */
      prefix: codePrefix.optional(),
      ...terms,
    }),
    response: { kind: 'envelope', schema: z.object({ coupons: z.array(couponSchema) }) },
  }),
  disableCoupon: defineEndpoint({
    ...couponPaths.disableCoupon,
    operationId: 'disableCoupon',
    summary: 'Disable a coupon; past redemptions are unaffected',
    tag: staffTag,
    auth: 'staff',
    params: z.object({ id: wireId }),
    response: couponResponse,
  }),
  listCouponRedemptions: defineEndpoint({
    ...couponPaths.listCouponRedemptions,
    operationId: 'listCouponRedemptions',
    summary: 'List the redemptions of a coupon',
    tag: staffTag,
    auth: 'staff',
    params: z.object({ id: wireId }),
    query: z.strictObject(pageQuery),
    response: {
      kind: 'envelope',
      schema: z.object({ redemptions: z.array(couponRedemptionSchema), total: z.int() }),
    },
  }),
} as const;

/** Type inferred from {@link couponSchema}. */
export type Coupon = z.infer<typeof couponSchema>;
/** Type inferred from {@link couponRedemptionSchema}. */
export type CouponRedemption = z.infer<typeof couponRedemptionSchema>;

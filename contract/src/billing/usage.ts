import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { ledgerKinds, usagePaths } from '../paths/billing.ts';
import { wireInstant, wireNumber } from '../wire.ts';

const tag = 'Billing';

/** One entry of the credit ledger. */
export const ledgerEntrySchema = z.object({
  id: z.int(),
  kind: z.enum(ledgerKinds),
  /** Change to the credits that can be spent. */
  credits: z.int(),
  /** Credits that can be spent after this entry. */
  balance: z.int(),
  note: z.string().nullable(),
  screenshotId: z.string().nullable(),
  createdAt: wireInstant,
});

const usagePart = z.object({
  id: z.int().nullable(),
  name: z.string(),
  credits: z.int(),
  captures: z.int(),
});

/**
 * Credits and storage used in the running cycle, with the plan's limits. Sizes in bytes. For an API
 * key of one project, or one that may only capture, `projects` and `apiKeys` contain only its project and
 * itself.
 */
export const usageSchema = z.object({
  cycleStartedAt: wireInstant,
  cycleEndsAt: wireInstant,
  /** All credits that could be spent in the cycle: granted, carried over and added since. */
  creditsGranted: z.int(),
  creditsUsed: z.int(),
  creditsAvailable: z.int(),
  /** The available credits that never expire: coupons and gifts. */
  creditsLasting: z.int(),
  /**
   * Expected use at the end of the cycle at the present rate; null on the first day of the cycle.
   */
  creditsForecast: z.int().nullable(),
  /** Treatment of unused credits at the end of the cycle. */
  unusedCredits: z.enum(['expire', 'roll_over']),
  storageUsed: z.int(),
  /** Null: no limit. */
  storageLimit: z.int().nullable(),
  /** Credits per day (UTC) of the cycle so far, oldest first. */
  days: z.array(z.object({ date: z.iso.date(), credits: z.int(), captures: z.int() })),
  projects: z.array(usagePart),
  /** `id` null: the dashboard. The API key of the request is listed without captures, too. */
  apiKeys: z.array(usagePart),
});

/** Endpoints for credit and storage usage and the credit ledger. */
export const usageEndpoints = {
  getUsage: defineEndpoint({
    ...usagePaths.getUsage,
    operationId: 'getUsage',
    summary: 'Read the usage of the current cycle',
    tag,
    auth: 'session_or_key',
    response: { kind: 'envelope', schema: usageSchema },
  }),
  listCreditLedger: defineEndpoint({
    ...usagePaths.listCreditLedger,
    operationId: 'listCreditLedger',
    summary: 'List the entries of the credit ledger, newest first',
    tag,
    auth: 'session',
    right: 'billing',
    query: z.strictObject({
      /** Returns only entries older than this one. */
      before: wireNumber({ min: 1, max: 999_999_999_999 }).optional(),
    }),
    response: {
      kind: 'envelope',
      schema: z.object({
        entries: z.array(ledgerEntrySchema),
        /** Value of `before` for the next page; null on the last page. */
        nextBefore: z.int().nullable(),
      }),
    },
  }),
  exportCreditLedger: defineEndpoint({
    ...usagePaths.exportCreditLedger,
    operationId: 'exportCreditLedger',
    summary: 'Download the credit ledger as CSV',
    tag,
    auth: 'session',
    right: 'billing',
    response: { kind: 'binary', contentTypes: ['text/csv'] },
  }),
} as const;

/** Type inferred from {@link ledgerEntrySchema}. */
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>;
/** Type inferred from {@link usageSchema}. */
export type Usage = z.infer<typeof usageSchema>;

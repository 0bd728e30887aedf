import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import {
  baselineCheckStatuses,
  baselineLimits,
  baselinePaths,
} from '../paths/comparisons/baselines.ts';
import { comparisonLimits } from '../paths/comparisons/comparisons.ts';
import {
  pageMetaSchema,
  pageQuery,
  wireBoolean,
  wireInstant,
  wireNumber,
  wireUuid,
} from '../wire.ts';
import { ignoredRegionSchema } from './comparisons.ts';

/** The approved screenshot of a URL with its options, and the limits of the difference from it. */
export const baselineSchema = z.object({
  baselineId: wireUuid,
  projectId: z.int(),
  /** False for a baseline of test mode. */
  livemode: z.boolean(),
  url: z.string(),
  screenshotId: wireUuid,
  screenshotUrl: z.string(),
  thumbnailUrl: z.string(),
  /** Size of the image in pixels. */
  width: z.int(),
  height: z.int(),
  threshold: z.number(),
  maxDiffRatio: z.number(),
  /** Regions that are not compared, in pixels of the image. */
  ignoreRegions: z.array(z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })),
  approvedAt: wireInstant,
  /** Name of the user or the API key that approved it; null if it was deleted. */
  approvedBy: z.string().nullable(),
  createdAt: wireInstant,
});

/** A screenshot that is or was a baseline. Its file may have been deleted since. */
export const baselineApprovalSchema = z.object({
  screenshotId: wireUuid,
  approvedAt: wireInstant,
  approvedBy: z.string().nullable(),
});

/** Result of comparing a screenshot with the baseline of its URL and options. */
export const baselineCheckSchema = z.object({
  screenshotId: wireUuid,
  status: z.enum(baselineCheckStatuses),
  /** True for `baseline` and `matched`. */
  passed: z.boolean(),
  baselineId: wireUuid.nullable(),
  /** Screenshot that it was compared with. */
  baselineScreenshotId: wireUuid.nullable(),
  diffPixels: z.int().nullable(),
  /** Changed pixels by all pixels, from 0 to 1. */
  diffRatio: z.number().nullable(),
  sizeDiffers: z.boolean().nullable(),
  /** Page of the dashboard that compares both as the check did; null without another screenshot. */
  comparisonUrl: z.string().nullable(),
  /** Reason why the images could not be compared. */
  message: z.string().nullable(),
});

const approveBody = z.strictObject({
  screenshot_id: wireUuid.describe(
    'ID of the complete capture of a URL. It replaces the baseline of the same URL and options.',
  ),
  max_diff_ratio: wireNumber({ min: 0, max: 1, isInteger: false })
    .optional()
    .describe(
      'Greatest diffRatio that passes. Default: as for the baseline before; 0 for the first one.',
    ),
  threshold: wireNumber({ min: 0, max: 1, isInteger: false })
    .optional()
    .describe(
      `Difference of colour from which a pixel counts as changed. Default: as for the baseline before; ${String(comparisonLimits.threshold.default)} for the first one.`,
    ),
  ignore_regions: z
    .array(ignoredRegionSchema, { error: 'must be a list of {x, y, width, height}' })
    .max(comparisonLimits.ignoredRegions, {
      error: `must have at most ${comparisonLimits.ignoredRegions} items`,
    })
    .optional()
    .describe(
      'Regions that are not compared, in pixels of the image. Default: as for the baseline before.',
    ),
});

const idList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(
    z.array(wireUuid, { error: 'must be IDs separated by commas' }).max(baselineLimits.checks, {
      error: `must have at most ${baselineLimits.checks} items`,
    }),
  );

const tag = 'Baselines';
const params = z.object({ id: wireUuid });

/** Endpoints for baselines. */
export const baselineEndpoints = {
  listBaselines: defineEndpoint({
    ...baselinePaths.listBaselines,
    operationId: 'listBaselines',
    summary: 'List baselines, last approved first',
    tag,
    auth: 'session_or_key',
    query: z.strictObject({
      livemode: wireBoolean
        .optional()
        .describe(
          'False: baselines of test mode. Default: as the API key; live ones in a session.',
        ),
      ...pageQuery,
    }),
    response: {
      kind: 'envelope',
      schema: z.object({ baselines: z.array(baselineSchema), meta: pageMetaSchema }),
    },
  }),
  approveBaseline: defineEndpoint({
    ...baselinePaths.approveBaseline,
    operationId: 'approveBaseline',
    summary: 'Approve a screenshot as the baseline of its URL and options',
    tag,
    auth: 'session_or_key',
    body: approveBody,
    response: { kind: 'envelope', schema: baselineSchema },
    errorStatuses: [404, 409, 410],
  }),
  getBaseline: defineEndpoint({
    ...baselinePaths.getBaseline,
    operationId: 'getBaseline',
    summary: 'Read a baseline and its newest approvals',
    tag,
    auth: 'session_or_key',
    params,
    response: {
      kind: 'envelope',
      schema: baselineSchema.extend({ approvals: z.array(baselineApprovalSchema) }),
    },
  }),
  removeBaseline: defineEndpoint({
    ...baselinePaths.removeBaseline,
    operationId: 'removeBaseline',
    summary: 'Remove a baseline; its screenshot stays',
    tag,
    auth: 'session_or_key',
    params,
    response: { kind: 'envelope', schema: z.object({}) },
  }),
  checkBaseline: defineEndpoint({
    ...baselinePaths.checkBaseline,
    operationId: 'checkBaseline',
    summary: 'Compare a screenshot with the baseline of its URL and options, free of charge',
    tag,
    auth: 'session_or_key',
    body: z.strictObject({
      screenshot_id: wireUuid.describe('ID of the complete capture of a URL.'),
    }),
    response: { kind: 'envelope', schema: baselineCheckSchema },
    errorStatuses: [404, 409, 410, 504],
  }),
  listBaselineChecks: defineEndpoint({
    ...baselinePaths.listBaselineChecks,
    operationId: 'listBaselineChecks',
    summary: 'Read the checks of screenshots; those that were not compared are left out',
    tag,
    auth: 'session_or_key',
    query: z.strictObject({
      screenshot_ids: idList.describe('IDs of up to 100 screenshots, separated by commas.'),
    }),
    response: { kind: 'envelope', schema: z.object({ checks: z.array(baselineCheckSchema) }) },
  }),
} as const;

/** Parsed body of an approval. */
export type ApproveBaselineRequest = z.output<typeof approveBody>;
/** Type inferred from {@link baselineSchema}. */
export type Baseline = z.infer<typeof baselineSchema>;
/** Type inferred from {@link baselineCheckSchema}. */
export type BaselineCheck = z.infer<typeof baselineCheckSchema>;

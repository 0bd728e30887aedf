import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { comparisonLimits } from '../paths/comparisons/comparisons.ts';
import { screenshotPaths } from '../paths/screenshots.ts';
import { wireBoolean, wireNumber, wireUuid } from '../wire.ts';

/** Kinds of responses to a comparison. */
export const comparisonResponseTypes = ['json', 'image', 'base64'] as const;

const startPx = wireNumber({ min: 0, max: 1_000_000 });
const sizePx = wireNumber({ min: 1, max: 1_000_000 });
/** A region that is not compared, in pixels of the images. */
export const ignoredRegionSchema = z.strictObject({
  x: startPx,
  y: startPx,
  width: sizePx,
  height: sizePx,
});

const comparisonRequestSchema = z.strictObject({
  before: wireUuid.describe('ID of the earlier screenshot.'),
  after: wireUuid.describe('ID of the later screenshot.'),
  threshold: wireNumber({ min: 0, max: 1, isInteger: false })
    .default(comparisonLimits.threshold.default)
    .describe('Difference of colour from which a pixel counts as changed; 0 is the strictest.'),
  include_antialiasing: wireBoolean
    .default(false)
    .describe('True: pixels that differ by the smoothing of edges count as changed, too.'),
  ignore_regions: z
    .array(ignoredRegionSchema, { error: 'must be a list of {x, y, width, height}' })
    .max(comparisonLimits.ignoredRegions, {
      error: `must have at most ${comparisonLimits.ignoredRegions} items`,
    })
    .default([])
    .describe('Regions that are not compared, in pixels of the images.'),
  max_diff_ratio: wireNumber({ min: 0, max: 1, isInteger: false })
    .optional()
    .describe('Greatest diffRatio that passes. Default: no changed pixel passes.'),
  max_diff_pixels: wireNumber({ min: 0, max: comparisonLimits.pixels })
    .optional()
    .describe('Greatest diffPixels that passes; instead of max_diff_ratio.'),
  response_type: z
    .enum(comparisonResponseTypes, {
      error: `must be one of ${comparisonResponseTypes.join(', ')}`,
    })
    .optional()
    .describe(
      'image: the image of the difference is the response; base64: it is part of the JSON. Default: as the Accept header says, otherwise json.',
    ),
  max_side: wireNumber(comparisonLimits.sidePx)
    .optional()
    .describe(
      'Reduces the image of the difference to this longest side, as WebP of at most 700 kB. A tall one is cut to its first change.',
    ),
});

/** Result of a comparison of two screenshots. Sizes in pixels. */
export const comparisonSchema = z.object({
  before: wireUuid,
  after: wireUuid,
  /** True if all pixels are the same, those of ignored regions too. */
  identical: z.boolean(),
  diffPixels: z.int(),
  /** Changed pixels by all pixels, from 0 to 1. */
  diffRatio: z.number(),
  sizeDiffers: z.boolean(),
  /** Size of the area that both images together cover. */
  width: z.int(),
  height: z.int(),
  /** Changed regions from top to bottom; the largest 100 if there are more. */
  regions: z.array(
    z.object({
      x: z.int(),
      y: z.int(),
      width: z.int(),
      height: z.int(),
      /** Changed pixels in it. */
      pixels: z.int(),
    }),
  ),
  /** Number of changed regions, those that are left out included. */
  regionCount: z.int(),
  /** True if the difference is within max_diff_ratio or max_diff_pixels. */
  passed: z.boolean(),
  /** The image of the difference, with `response_type` base64. `y`: its first row in the whole one. */
  image: z.object({ contentType: z.string(), base64: z.base64(), y: z.int() }).optional(),
});

/** Endpoint for comparing screenshots. */
export const comparisonEndpoints = {
  compareScreenshots: defineEndpoint({
    ...screenshotPaths.compareScreenshots,
    operationId: 'compareScreenshots',
    summary: 'Compare two screenshots, free of charge',
    tag: 'Comparisons',
    auth: 'session_or_key',
    right: 'view',
    body: comparisonRequestSchema,
    response: { kind: 'envelope', schema: comparisonSchema },
    errorStatuses: [404, 409, 410, 422, 504],
  }),
} as const;

/** Parsed body of a comparison. */
export type ComparisonRequest = z.output<typeof comparisonRequestSchema>;
/** Type inferred from {@link comparisonSchema}. */
export type Comparison = z.infer<typeof comparisonSchema>;

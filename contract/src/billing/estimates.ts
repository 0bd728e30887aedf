import { z } from 'zod';
import { htmlCaptureSchema, urlCaptureSchema } from '../capture-requests.ts';
import { defineEndpoint } from '../endpoint.ts';
import { screenshotPaths } from '../paths/screenshots.ts';
import { captureWarningSchema } from '../verdicts.ts';

/** Estimate of a capture that was validated, but not accepted. */
export const estimateSchema = z.object({
  /** Credits that the capture would cost; 0 without billing. */
  creditsRequired: z.int(),
  /** Parts of the price: that of a capture, and those of options. */
  price: z.array(z.object({ option: z.string().nullable(), credits: z.int() })),
  type: z.enum(['URL', 'HTML']),
  url: z.string().nullable(),
  /** Options as a screenshot would have them: under their own names, secrets masked. */
  options: z.record(z.string(), z.string()),
  /** Warnings about options without effect beside the others; more may follow from the page. */
  warnings: z.array(captureWarningSchema),
});

/** Prices of an installation. Unit: credits. */
export const priceListSchema = z.object({
  /** False: nothing costs credits. */
  billing: z.boolean(),
  capture: z.int(),
  /** Options that cost more, with a value and the credits that it adds. */
  options: z.array(
    z.object({ option: z.string(), value: z.union([z.boolean(), z.number()]), credits: z.int() }),
  ),
});

/** Endpoints about the price of captures. */
export const estimateEndpoints = {
  estimateCapture: defineEndpoint({
    ...screenshotPaths.estimateCapture,
    operationId: 'estimateCapture',
    summary: 'Estimate a capture: its price, its options and their warnings',
    tag: 'Screenshots',
    auth: 'session_or_key',
    body: urlCaptureSchema,
    htmlBody: htmlCaptureSchema,
    misplaced: [
      { fields: htmlCaptureSchema, hint: 'It is a field of a capture of HTML, which has no url.' },
    ],
    takesCaptureOptions: true,
    response: { kind: 'envelope', schema: estimateSchema },
  }),
  listPrices: defineEndpoint({
    ...screenshotPaths.listPrices,
    operationId: 'listPrices',
    summary: 'List the prices of captures',
    tag: 'Screenshots',
    auth: 'public',
    response: { kind: 'envelope', schema: priceListSchema },
  }),
} as const;

/** Type inferred from {@link priceListSchema}. */
export type PriceList = z.infer<typeof priceListSchema>;

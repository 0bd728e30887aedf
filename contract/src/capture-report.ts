import { z } from 'zod';
import {
  captureWarningSchema,
  emulatedSchema,
  stepReportsSchema,
  waitedSchema,
} from './verdicts.ts';

/** Parts of the report about what options blocked and changed; absent in older reports. */
const cleaningReport = {
  /** Number of blocked requests: by the category of their host, their kind (`types`) and their URL. */
  blocked: z.record(z.string(), z.int()).optional(),
  /** Hosts that were blocked; at most 20. */
  blockedHosts: z.array(z.string()).optional(),
  /** Outcome for banners that ask for consent; null if they were to stay. */
  consent: z
    .object({
      outcome: z.enum(['none', 'rejected', 'accepted', 'hidden', 'still_visible']),
      /** Name of the consent manager; null if it is not a known one. */
      manager: z.string().nullable(),
      clicks: z.int(),
      ms: z.int(),
    })
    .nullish(),
  /** Number of elements that take no space. */
  hidden: z.int().optional(),
  removed: z.array(z.object({ selector: z.string(), count: z.int() })).optional(),
  masked: z.int().optional(),
};

/** Parts of the report with which a capture can be reproduced; absent in older reports. */
const pageReport = {
  /** URL after redirects; null for pasted HTML. */
  finalUrl: z.string().nullish(),
  /** URLs that redirected, in order, without the final one. */
  redirects: z.array(z.string()).optional(),
  /** HTTP status of the page; null if there was no response. */
  targetStatus: z.int().nullish(),
  /** Size of the whole page in CSS pixels; null if it was not measured. */
  pageWidthPx: z.number().nullish(),
  pageHeightPx: z.number().nullish(),
  /** Viewport at the start in CSS pixels, and image pixels per CSS pixel; null if no page was opened. */
  viewport: z.object({ widthPx: z.number(), heightPx: z.number(), scale: z.number() }).nullish(),
  /** Name and version of the browser; empty if none was started. */
  browserVersion: z.string().optional(),
  requestCount: z.int().optional(),
  /** Number of requests that were blocked, by options or because their address is private. */
  blockedRequestCount: z.int().optional(),
  receivedBytes: z.int().optional(),
  /** The first 20 console errors and uncaught exceptions, each truncated to 500 characters. */
  consoleErrors: z.array(z.string()).optional(),
};

/** Report about a captured page. */
export const captureReportSchema = z.looseObject({
  /** Warnings about options without effect: one for each option, at most 20; absent in older reports. */
  warnings: z.array(captureWarningSchema).optional(),
  steps: stepReportsSchema.optional(),
  waited: waitedSchema.optional(),
  emulated: emulatedSchema.nullish(),
  ...pageReport,
  ...cleaningReport,
});

/** Type inferred from {@link captureReportSchema}. */
export type CaptureReport = z.infer<typeof captureReportSchema>;

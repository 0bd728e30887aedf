import { z } from 'zod';
import { verdictKinds } from './paths/verdicts.ts';

/** Verdict about the content of a finished image. `high`: a signal that good pages do not have. */
export const verdictSchema = z.object({
  kind: z.enum(verdictKinds),
  /** Codes of the signals; empty for `ok`. Clients must expect codes that they do not know. */
  reasons: z.array(z.string()),
  confidence: z.enum(['high', 'low']),
});

const reportedRequest = {
  kind: z.enum(['content', 'stream', 'held', 'poll', 'worker', 'task']),
  url: z.string(),
};

/** Report about the wait until a page had come to rest. */
export const waitReportSchema = z.object({
  /** `virtual`: the page ran on a clock of the engine, and only the network took real time. */
  clock: z.enum(['virtual', 'real']),
  /** Sign that made the engine capture the page once more in real time; null if it did not. */
  fallback: z.string().nullable(),
  /** Times by reason, in the order in which they first occurred. */
  waitedFor: z.array(
    z.object({
      reason: z.enum([
        'requests',
        'timers',
        'animations',
        'images',
        'fonts',
        'loaders',
        'changes',
        'delay',
      ]),
      /** Time on the page's clock and in reality. Unit: ms. */
      clockMs: z.number(),
      realMs: z.number(),
    }),
  ),
  /** The ten requests that were waited for longest, with their age at the end of the wait. */
  requests: z.array(z.object({ ...reportedRequest, waitedMs: z.number() })),
  /** Requests, streams and workers that were open when the image was taken; at most ten. */
  underWay: z.array(z.object(reportedRequest)),
});

/** Something that an option of a request could not do. */
export const captureWarningSchema = z.object({
  /** Name of the option. */
  option: z.string(),
  /** A sentence shown to users. */
  message: z.string(),
});

/** Steps of a capture that were performed, in order; the last one may have failed it. */
export const stepReportsSchema = z.array(
  z.object({ action: z.string(), ms: z.number(), ok: z.boolean() }),
);

/** Conditions that a capture waited for. `for`: name of the option. Unit of `ms`: clock of the page. */
export const waitedSchema = z.array(
  z.object({ for: z.string(), ms: z.number(), met: z.boolean() }),
);

/** Visitor that a page saw; the time zone is null if it is the one of the machine. */
export const emulatedSchema = z.object({
  timezone: z.string().nullable(),
  language: z.string(),
  userAgent: z.string(),
});

/** Type inferred from {@link captureWarningSchema}. */
export type CaptureWarning = z.infer<typeof captureWarningSchema>;
/** Type inferred from {@link verdictSchema}. */
export type Verdict = z.infer<typeof verdictSchema>;
/** Type inferred from {@link waitReportSchema}. */
export type WaitReport = z.infer<typeof waitReportSchema>;

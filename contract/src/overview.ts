import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { overviewPaths } from './paths/overview.ts';
import { projectSchema } from './projects.ts';
import { wireId, wireInstant } from './wire.ts';

/** Figures of the Overview. `totalSize` in bytes. Source: specification §3, §7. */
export const overviewSchema = z.object({
  totalProjects: z.int(),
  totalScreenshots: z.int(),
  totalSize: z.int(),
  credits: z.int(),
  creditsTotal: z.int(),
  creditsResetAt: wireInstant,
  projects: z.array(projectSchema),
  onboarding: z.object({
    hasProject: z.boolean(),
    hasCapture: z.boolean(),
    hasApiKey: z.boolean(),
    hasApiCall: z.boolean(),
    hasWebhook: z.boolean(),
    isDismissed: z.boolean(),
  }),
});

/** Finished captures of one day (UTC). Only completed ones cost credits. */
export const captureDaySchema = z.object({
  date: z.iso.date(),
  completed: z.int(),
  failed: z.int(),
  credits: z.int(),
});

/** Endpoints for the figures and onboarding steps of the user's organisation. */
export const overviewEndpoints = {
  getOverview: defineEndpoint({
    ...overviewPaths.getOverview,
    operationId: 'getOverview',
    summary: 'Read the statistics of the Overview page',
    tag: 'Overview',
    auth: 'session',
    response: { kind: 'envelope', schema: overviewSchema },
  }),
  listCaptureDays: defineEndpoint({
    ...overviewPaths.listCaptureDays,
    operationId: 'listCaptureDays',
    summary: 'Count the captures of the last 30 days per day',
    tag: 'Overview',
    auth: 'session',
    query: z.strictObject({ projectId: wireId.optional() }),
    response: { kind: 'envelope', schema: z.object({ days: z.array(captureDaySchema) }) },
  }),
  dismissOnboarding: defineEndpoint({
    ...overviewPaths.dismissOnboarding,
    operationId: 'dismissOnboarding',
    summary: 'Hide the checklist of first steps',
    tag: 'Overview',
    auth: 'session',
    response: { kind: 'envelope', schema: z.object({}) },
  }),
} as const;

/** Type inferred from {@link overviewSchema}. */
export type Overview = z.infer<typeof overviewSchema>;
/** Type inferred from {@link captureDaySchema}. */
export type CaptureDay = z.infer<typeof captureDaySchema>;

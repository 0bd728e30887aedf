import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { projectSchema } from './projects.ts';
import { wireInstant } from './wire.ts';

/** The figures of the Overview. `totalSize` in bytes. Source: specification §3, §7. */
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

/** Figures and first steps of the signed-in person's organisation. */
export const overviewEndpoints = {
  getOverview: defineEndpoint({
    operationId: 'getOverview',
    summary: 'Read the figures of the Overview',
    tag: 'Overview',
    method: 'GET',
    path: '/dashboards/overview',
    auth: 'session',
    answer: { kind: 'envelope', schema: overviewSchema },
  }),
  dismissOnboarding: defineEndpoint({
    operationId: 'dismissOnboarding',
    summary: 'Hide the checklist of first steps',
    tag: 'Overview',
    method: 'POST',
    path: '/dashboards/onboarding/dismiss',
    auth: 'session',
    answer: { kind: 'envelope', schema: z.object({}) },
  }),
} as const;

/** See {@link overviewSchema}. */
export type Overview = z.infer<typeof overviewSchema>;

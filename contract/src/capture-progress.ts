import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { progressPhases, screenshotPaths, screenshotStatuses } from './paths/screenshots.ts';
import { ticketStatuses } from './paths/tickets.ts';
import { acceptedSchema, screenshotSchema } from './screenshots.ts';
import { wireUuid } from './wire.ts';

/**
 * Data of a `progress` event. `position` counts from 1 within the organisation's waiting captures;
 * `elapsedMs` is the time since the request.
 */
export const captureProgressSchema = z.object({
  status: z.enum(screenshotStatuses),
  phase: z.enum(progressPhases),
  position: z.int().optional(),
  elapsedMs: z.int(),
});

/** Data of the dashboard stream's events, by event name. */
export const dashboardEventSchemas = {
  file: z.object({ id: wireUuid, status: z.enum(screenshotStatuses) }),
  credits: z.object({ available: z.int(), held: z.int() }),
  ticket: z.object({ id: z.int(), status: z.enum(ticketStatuses), isUnread: z.boolean() }),
} as const;

const params = z.object({ id: wireUuid });
const tag = 'Screenshots';

/** Endpoints for following, cancelling and retrying captures. */
export const captureProgressEndpoints = {
  followScreenshot: defineEndpoint({
    ...screenshotPaths.followScreenshot,
    operationId: 'followScreenshot',
    summary: 'Stream the events of a capture: `progress`, then one `finished` with the screenshot',
    tag,
    auth: 'session_or_key',
    params,
    response: { kind: 'events' },
  }),
  cancelScreenshot: defineEndpoint({
    ...screenshotPaths.cancelScreenshot,
    operationId: 'cancelScreenshot',
    summary: 'Cancel a queued or running capture, free of charge',
    tag,
    auth: 'session_or_key',
    params,
    response: { kind: 'envelope', schema: screenshotSchema },
  }),
  retryScreenshot: defineEndpoint({
    ...screenshotPaths.retryScreenshot,
    operationId: 'retryScreenshot',
    summary: 'Retry a failed capture with the same options',
    tag,
    auth: 'session_or_key',
    successStatus: 202,
    params,
    response: { kind: 'envelope', schema: acceptedSchema.omit({ screenshot: true, image: true }) },
    isIdempotent: true,
  }),
  followDashboard: defineEndpoint({
    ...screenshotPaths.followDashboard,
    operationId: 'followDashboard',
    summary: 'Stream the `file`, `credits` and `ticket` events of the account',
    tag: 'Overview',
    auth: 'session',
    response: { kind: 'events' },
  }),
} as const;

/** Type inferred from {@link captureProgressSchema}. */
export type CaptureProgress = z.infer<typeof captureProgressSchema>;

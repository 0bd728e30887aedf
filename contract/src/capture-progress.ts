import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { acceptedSchema, screenshotSchema, screenshotStatuses } from './screenshots.ts';
import { ticketStatuses } from './tickets.ts';
import { wireUuid } from './wire.ts';

/** Phases of a capture, in order. */
export const progressPhases = [
  'queued',
  'loading',
  'waiting',
  'capturing',
  'saving',
  'done',
] as const;
/** One of the {@link progressPhases}. */
export type ProgressPhase = (typeof progressPhases)[number];

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
    operationId: 'followScreenshot',
    summary: 'Follow a capture: `progress` events, then one `finished` with the screenshot',
    tag,
    method: 'GET',
    path: '/screenshots/{id}/events',
    auth: 'session_or_key',
    params,
    response: { kind: 'events' },
  }),
  cancelScreenshot: defineEndpoint({
    operationId: 'cancelScreenshot',
    summary: 'End a capture that waits or runs; it costs nothing',
    tag,
    method: 'POST',
    path: '/screenshots/{id}/cancel',
    auth: 'session_or_key',
    params,
    response: { kind: 'envelope', schema: screenshotSchema },
  }),
  retryScreenshot: defineEndpoint({
    operationId: 'retryScreenshot',
    summary: 'Capture again, with the same options, what failed',
    tag,
    method: 'POST',
    path: '/screenshots/{id}/retry',
    auth: 'session_or_key',
    successStatus: 202,
    params,
    response: { kind: 'envelope', schema: acceptedSchema.omit({ screenshot: true }) },
    isIdempotent: true,
  }),
  followDashboard: defineEndpoint({
    operationId: 'followDashboard',
    summary: 'Follow the account live: `file`, `credits` and `ticket` events',
    tag: 'Overview',
    method: 'GET',
    path: '/dashboards/events',
    auth: 'session',
    response: { kind: 'events' },
  }),
} as const;

/** Type inferred from {@link captureProgressSchema}. */
export type CaptureProgress = z.infer<typeof captureProgressSchema>;

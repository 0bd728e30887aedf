import { webhookLimits } from '@shotwright/contract';
import type { TruncatedResponse } from './response.rules.ts';

/** Queue of a delivery: the main one, or that of webhooks that were slow recently. */
export type Lane = 'main' | 'slow';

/** A response that takes longer than this is slow. Units: ms. */
const slowAfterMs = 5_000;

/** Without another slow response a webhook returns to the main queue after this. Units: minutes. */
export const slowForMinutes = 10;

/**
 * Concurrent deliveries of one organisation in one process: the number that {@link webhookLimits}
 * allows at two per receiver in the main queue and one in the slow one. Deleting and recreating
 * webhooks does not increase it.
 */
export const perOrganization: Readonly<Record<Lane, number>> = {
  main: 2 * webhookLimits.perOrganization,
  slow: webhookLimits.perOrganization,
};

/**
 * Delay before retrying a delivery for which its organisation has no capacity in the slow queue.
 * Units: s.
 */
export const noCapacityDelaySeconds = 15;

/** True for a response that occupied its connection for a long time, or never arrived. */
export function isSlowResponse({ error, durationMs }: TruncatedResponse): boolean {
  return error?.code === 'timeout' || durationMs >= slowAfterMs;
}

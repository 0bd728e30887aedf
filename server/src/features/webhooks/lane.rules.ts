import { webhookLimits } from '@shotwright/contract';
import type { KeptAnswer } from './answer.rules.ts';

/** The queue of a delivery: the main one, or that of webhooks that were slow lately. */
export type Lane = 'main' | 'slow';

/** A response that takes longer than this is slow. Units: ms. */
const slowAfterMs = 5_000;

/** Without another slow response a webhook returns to the main queue after this. Units: minutes. */
export const slowForMinutes = 10;

/**
 * Deliveries of one organisation at a time in one process: what {@link webhookLimits} allows at two per receiver in the
 * main queue and one in the slow one. Webhooks that are deleted and created again do not add to it.
 */
export const perOrganization: Readonly<Record<Lane, number>> = {
  main: 2 * webhookLimits.perOrganization,
  slow: webhookLimits.perOrganization,
};

/** A delivery that its organisation has no room for in the slow queue is tried again after this. Units: s. */
export const noRoomDelaySeconds = 15;

/** True for a response that held its connection for long, or never came. */
export function isSlowAnswer({ error, durationMs }: KeptAnswer): boolean {
  return error?.code === 'timeout' || durationMs >= slowAfterMs;
}

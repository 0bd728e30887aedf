import type { WebhookDelivery } from '@shotwright/contract';
import { webhookDeliveryMessages as messages } from '../../lib/messages/webhooks.ts';
import type { Tone } from '../../ui/badge.tsx';

/** Number of deliveries by state. */
export interface DeliverySummary {
  readonly pending: number;
  readonly succeeded: number;
  readonly failed: number;
}

/**
 * Returns the percentage of completed deliveries that succeeded, never rounded up to 100, or
 * undefined if none has completed.
 */
export function successRate({ succeeded, failed }: DeliverySummary): number | undefined {
  const ended = succeeded + failed;
  return ended === 0 ? undefined : Math.floor((succeeded / ended) * 1_000) / 10;
}

/** Returns the state in words: a delivery that was refused and is sent again is retrying. */
export function stateText({
  state,
  attempts,
}: Pick<WebhookDelivery, 'state' | 'attempts'>): string {
  return state === 'PENDING' && attempts > 0 ? messages.retrying : messages.states[state];
}

/** Badge colour of each state. */
export const stateTones = {
  PENDING: 'amber',
  SUCCEEDED: 'green',
  FAILED: 'red',
} as const satisfies Record<WebhookDelivery['state'], Tone>;

/** Returns the IDs of the previous and next delivery in a list that is sorted newest first. */
export function neighbours(deliveries: readonly Pick<WebhookDelivery, 'id'>[], id: string) {
  const at = deliveries.findIndex((one) => one.id === id);
  return {
    newer: at <= 0 ? undefined : deliveries[at - 1]?.id,
    older: at === -1 ? undefined : deliveries[at + 1]?.id,
  };
}

/** Formats headers, one per line. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** Formats JSON on several lines; returns other text unchanged. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

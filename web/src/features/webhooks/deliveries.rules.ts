import type { WebhookDelivery } from '@shotwright/contract';
import type { Tone } from '../../ui/badge.tsx';

/** How many deliveries of each kind a webhook has. */
export interface DeliverySummary {
  readonly pending: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** The share of ended deliveries that arrived, in per cent, never rounded up to 100; undefined while none has ended. */
export function successRate({ succeeded, failed }: DeliverySummary): number | undefined {
  const ended = succeeded + failed;
  return ended === 0 ? undefined : Math.floor((succeeded / ended) * 1_000) / 10;
}

/** The colour of each state. */
export const stateTones = {
  PENDING: 'amber',
  SUCCEEDED: 'green',
  FAILED: 'red',
} as const satisfies Record<WebhookDelivery['state'], Tone>;

/** The ids beside one in a list that has the newest first. */
export function neighbours(deliveries: readonly Pick<WebhookDelivery, 'id'>[], id: string) {
  const at = deliveries.findIndex((one) => one.id === id);
  return {
    newer: at <= 0 ? undefined : deliveries[at - 1]?.id,
    older: at === -1 ? undefined : deliveries[at + 1]?.id,
  };
}

/** Headers as they are read: one per line. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

/** JSON on several lines; other text as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

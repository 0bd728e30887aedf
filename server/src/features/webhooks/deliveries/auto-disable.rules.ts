import type { WebhookInactiveReason } from '@shotwright/contract';
import { isDelivered, type TruncatedResponse } from './response.rules.ts';

/** Reasons for which a webhook is disabled automatically. */
export type DisableReason = Extract<WebhookInactiveReason, 'gone' | 'failing'>;

const httpGone = 410;
/** Source: acceptance WH-10. */
const maxFailingDays = 5;

/**
 * Returns the reason to disable a webhook after a response: `410 Gone`, or days of nothing but
 * failures.
 */
export function disableReason(
  response: TruncatedResponse,
  { failingDays }: { readonly failingDays: number },
): DisableReason | undefined {
  if (isDelivered(response)) return undefined;
  if (response.statusCode === httpGone) return 'gone';
  return failingDays >= maxFailingDays ? 'failing' : undefined;
}

const messages: Readonly<Record<WebhookInactiveReason, string>> = {
  switched_off: 'The webhook is disabled.',
  no_projects: 'The webhook was disabled: its projects were deleted.',
  gone: 'The webhook was disabled: its endpoint responded with 410 Gone.',
  failing: 'The webhook was disabled: its deliveries had failed for five days.',
};

/** Describes the reason a webhook is disabled, in a sentence. */
export function inactiveMessage(reason: WebhookInactiveReason): string {
  return messages[reason];
}

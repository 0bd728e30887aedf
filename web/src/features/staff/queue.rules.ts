import {
  planTiers,
  ticketStatuses,
  type PlanTier,
  type TicketStatus,
} from '@shotwright/contract/paths';
import { staffQueueMessages as messages } from '../../lib/messages/staff.ts';

/** Filters of the queue. */
export interface QueueQuery {
  readonly status?: TicketStatus;
  readonly plan?: PlanTier;
  /** Only tickets whose last message is by the author. */
  readonly unanswered?: 'true';
  /** Opened at least this many days ago. */
  readonly olderThanDays?: number;
  readonly search?: string;
}

/** Reads the queue filters from the URL; ignores other parameters. */
export function queueQuery(search: URLSearchParams): QueueQuery {
  const status = ticketStatuses.find((one) => one === search.get('status'));
  const plan = planTiers.find((one) => one === search.get('plan'));
  const days = search.get('olderThanDays') ?? '';
  const text = search.get('search')?.trim().slice(0, 200) ?? '';
  return {
    ...(status !== undefined && { status }),
    ...(plan !== undefined && { plan }),
    ...(search.get('unanswered') === 'true' && { unanswered: 'true' as const }),
    ...(days !== 'any' && Object.hasOwn(messages.ages, days) && { olderThanDays: Number(days) }),
    ...(text !== '' && { search: text }),
  };
}

/** Returns the URL parameters with one filter changed; an empty value removes the filter. */
export function withFilter(search: URLSearchParams, name: keyof QueueQuery, value: string) {
  const next = new URLSearchParams(search);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

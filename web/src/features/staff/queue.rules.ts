import type { TicketStatus } from '@shotwright/contract';
import { staffQueueMessages as words } from '../../lib/messages/staff.ts';

/** The states of a ticket. Named here as well, because the contract's own list comes with all its schemas. */
export const ticketStates = [
  'OPEN',
  'IN_PROGRESS',
  'CLOSED',
] as const satisfies readonly TicketStatus[];

const plans = ['free', 'basic', 'advanced', 'lifetime', 'enterprise'] as const;

/** What the queue is narrowed to. */
export interface QueueQuery {
  readonly status?: TicketStatus;
  readonly plan?: (typeof plans)[number];
  /** The author wrote last. */
  readonly unanswered?: 'true';
  /** Opened at least so many days ago. */
  readonly olderThanDays?: number;
  readonly search?: string;
}

/** The filters of the queue as its address names them; whatever else stands there counts as nothing. */
export function queueQuery(search: URLSearchParams): QueueQuery {
  const status = ticketStates.find((one) => one === search.get('status'));
  const plan = plans.find((one) => one === search.get('plan'));
  const days = search.get('olderThanDays') ?? '';
  const text = search.get('search')?.trim().slice(0, 200) ?? '';
  return {
    ...(status !== undefined && { status }),
    ...(plan !== undefined && { plan }),
    ...(search.get('unanswered') === 'true' && { unanswered: 'true' as const }),
    ...(days !== 'any' && Object.hasOwn(words.ages, days) && { olderThanDays: Number(days) }),
    ...(text !== '' && { search: text }),
  };
}

/** The address with one filter changed; an empty value takes the filter out. */
export function withFilter(search: URLSearchParams, name: keyof QueueQuery, value: string) {
  const next = new URLSearchParams(search);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

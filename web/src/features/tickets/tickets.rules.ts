import type { TicketMessage, TicketSummary } from '@shotwright/contract';
import { ticketLimits } from '@shotwright/contract/paths';
import { ApiError } from '../../lib/api/error.ts';
import { ticketFormMessages, ticketMessages as messages } from '../../lib/messages/tickets.ts';
import { unsafeCast } from '../../lib/unsafe-cast.ts';
import type { Tone } from '../../ui/badge.tsx';

/** Maximum title length in the list. Units: characters. Source: specification §9. */
export const listTitleLength = 30;

/** Tickets of an account and the number of tickets with an unread reply. */
export interface TicketList {
  readonly tickets: readonly TicketSummary[];
  readonly unreadCount: number;
}

/**
 * Reads the response of the list: accepted if its status is `success` or its success flag is true;
 * empty if it has no array of tickets. Throws {@link ApiError} otherwise. Source: specification §7.
 */
export function readTicketList(body: unknown): TicketList {
  if (field(body, 'status') !== 'success' && field(body, 'success') !== true) {
    throw new ApiError({ statusCode: 200, data: body });
  }
  const listed = field(field(body, 'data'), 'tickets');
  const tickets = Array.isArray(listed) ? unsafeCast<TicketSummary[]>(listed) : [];
  return { tickets, unreadCount: tickets.filter(({ isUnread }) => isUnread).length };
}

/** Returns the text of the Attachments column. */
export function attachmentsText(count: number): string {
  return count > 0 ? messages.files(count) : messages.noFiles;
}

const statusTones: Readonly<Record<string, Tone>> = {
  OPEN: 'amber',
  IN_PROGRESS: 'blue',
  CLOSED: 'green',
};

/** Returns the badge colour of a ticket's status; grey if unknown. Source: specification §4. */
export function statusTone(status: string): Tone {
  return statusTones[status] ?? 'grey';
}

const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/**
 * Returns the error of adding these files to `count` images, or undefined if there is none. On an
 * error none of them is added. Source: specification §5.
 */
export function imageError(
  count: number,
  files: readonly Pick<File, 'size' | 'type'>[],
): string | undefined {
  if (!files.every(({ type }) => imageTypes.includes(type))) return ticketFormMessages.notAnImage;
  if (count + files.length > ticketLimits.images) return ticketFormMessages.tooMany;
  if (files.some(({ size }) => size >= ticketLimits.imageBytes)) return ticketFormMessages.tooBig;
  return undefined;
}

/** Conversation split at the latest reply from staff. Each part is in chronological order. */
export interface Conversation {
  readonly earlier: readonly TicketMessage[];
  readonly reply: TicketMessage | undefined;
  /** Messages of the author since that reply. */
  readonly since: readonly TicketMessage[];
}

/** Splits the messages at the latest reply from staff. */
export function splitConversation(all: readonly TicketMessage[]): Conversation {
  const at = all.findLastIndex(({ from }) => from === 'team');
  return {
    earlier: all.slice(0, Math.max(at, 0)),
    reply: all[at],
    since: all.slice(at + 1),
  };
}

function field(holder: unknown, name: string): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined;
}

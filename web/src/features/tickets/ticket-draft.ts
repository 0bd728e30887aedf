import { ticketLimits } from '@shotwright/contract';
import { storageKeys } from '../../lib/storage-keys.ts';
import { ticketFormMessages as words } from '../../lib/messages/tickets.ts';

/** What is typed about a ticket. */
export interface TicketDraft {
  readonly title: string;
  readonly description: string;
}

/** Nothing typed yet. */
export const emptyDraft: TicketDraft = { title: '', description: '' };

/** How a ticket begins that another page asks for. */
export interface TicketStart {
  readonly draft: TicketDraft;
  /** The capture it is about. */
  readonly requestId: string | null;
}

/** The beginning that an address asks for by `new`, `title`, `code` and `request`; null: it asks for none. Nothing is ever sent by it. */
export function ticketStart(search: URLSearchParams): TicketStart | null {
  const kind = search.get('new');
  if (kind === null) return null;
  const requestId = search.get('request');
  const title = search.get('title') ?? (kind === 'feature-request' ? words.featureRequest : '');
  const description = words.failedCapture({ code: search.get('code'), requestId });
  return {
    draft: {
      title: title.slice(0, ticketLimits.titleLength),
      description: description.slice(0, ticketLimits.descriptionLength),
    },
    requestId: requestId === null ? null : requestId.slice(0, 64),
  };
}

/** Whether two drafts hold the same. */
export function isSameDraft(one: TicketDraft, other: TicketDraft): boolean {
  return one.title === other.title && one.description === other.description;
}

/** The draft this tab keeps for a person; empty where there is none. */
export function readDraft(userId: string): TicketDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKeys.ticketDraft) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return emptyDraft;
    if (Reflect.get(kept, 'userId') !== userId) return emptyDraft;
    return { title: text(kept, 'title'), description: text(kept, 'description') };
  } catch {
    return emptyDraft;
  }
}

/** Keeps a draft in this tab until it is sent or cancelled; an empty one is forgotten. */
export function keepDraft(userId: string, draft: TicketDraft): void {
  try {
    if (isSameDraft(draft, emptyDraft)) sessionStorage.removeItem(storageKeys.ticketDraft);
    else sessionStorage.setItem(storageKeys.ticketDraft, JSON.stringify({ userId, ...draft }));
  } catch {
    // A browser without room keeps no drafts; the form itself still holds what was typed.
  }
}

function text(holder: object, name: string): string {
  const value: unknown = Reflect.get(holder, name);
  return typeof value === 'string' ? value : '';
}

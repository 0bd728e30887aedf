import { ticketLimits } from '@shotwright/contract/paths';
import { storageKeys } from '../../lib/storage/storage-keys.ts';
import { ticketFormMessages as messages } from '../../lib/messages/tickets.ts';

/** Form values of a ticket. */
export interface TicketDraft {
  readonly title: string;
  readonly description: string;
}

/** Empty draft. */
export const emptyDraft: TicketDraft = { title: '', description: '' };

/** Initial values of a ticket that another page requests. */
export interface TicketStart {
  readonly draft: TicketDraft;
  /** ID of the capture the ticket is about. */
  readonly requestId: string | null;
}

/**
 * Returns the initial ticket from the URL parameters `new`, `title`, `code` and `request`, or null
 * if there is none. It never sends anything.
 */
export function ticketStart(search: URLSearchParams): TicketStart | null {
  const kind = search.get('new');
  if (kind === null) return null;
  const requestId = search.get('request');
  const title = search.get('title') ?? (kind === 'feature-request' ? messages.featureRequest : '');
  const description = messages.failedCapture({ code: search.get('code'), requestId });
  return {
    draft: {
      title: title.slice(0, ticketLimits.titleLength),
      description: description.slice(0, ticketLimits.descriptionLength),
    },
    requestId: requestId === null ? null : requestId.slice(0, 64),
  };
}

/** True if two drafts are equal. */
export function isSameDraft(one: TicketDraft, other: TicketDraft): boolean {
  return one.title === other.title && one.description === other.description;
}

/** Returns the draft of a user stored in this tab; empty if there is none. */
export function readDraft(userId: string): TicketDraft {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKeys.ticketDraft) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return emptyDraft;
    if (Reflect.get(stored, 'userId') !== userId) return emptyDraft;
    return { title: text(stored, 'title'), description: text(stored, 'description') };
  } catch {
    return emptyDraft;
  }
}

/** Stores a draft in this tab until it is sent or cancelled; an empty draft is removed. */
export function storeDraft(userId: string, draft: TicketDraft): void {
  try {
    if (isSameDraft(draft, emptyDraft)) sessionStorage.removeItem(storageKeys.ticketDraft);
    else sessionStorage.setItem(storageKeys.ticketDraft, JSON.stringify({ userId, ...draft }));
  } catch {
    // If the browser's storage is full, no draft is stored; the form itself still has the input.
  }
}

function text(holder: object, name: string): string {
  const value: unknown = Reflect.get(holder, name);
  return typeof value === 'string' ? value : '';
}

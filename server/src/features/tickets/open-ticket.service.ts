import type { TicketContext } from '@shotwright/contract';
import { inTransaction, type Database } from '../../db/transaction.ts';
import { AppError } from '../../shared/app-error.ts';
import type { AttachmentsService } from './attachments.service.ts';
import { insertAttachments, type AttachmentRow } from './attachments.store.ts';
import {
  countRecentTickets,
  findTicketByKey,
  insertTicket,
  type NewTicket,
} from './tickets.store.ts';

/** Request to open a ticket. */
export interface TicketRequest extends Omit<NewTicket, 'description' | 'context'> {
  readonly description: string | undefined;
  readonly context: TicketContext | undefined;
  readonly images: readonly Buffer[];
  readonly signal: AbortSignal;
}

/**
 * Opens a ticket with its attachments and returns its id; a repeat with the same key returns the
 * existing ticket. Throws `image_not_readable`, `image_too_big`, `rate_limited`.
 */
export type OpenTicket = (request: TicketRequest) => Promise<number>;

interface OpenTicketDependencies {
  readonly db: Database;
  readonly attachments: AttachmentsService;
}

/** Per user. */
const ticketsPerHour = 20;

/** Creates an {@link OpenTicket} that discards the attachments if the ticket cannot be inserted. */
export function createOpenTicket({ db, attachments }: OpenTicketDependencies): OpenTicket {
  const findRepeated = async ({ idempotencyKey, ...author }: TicketRequest) =>
    idempotencyKey === null ? undefined : findTicketByKey(db, { ...author, idempotencyKey });
  return async (request) => {
    const before = await findRepeated(request);
    if (before !== undefined) return before;
    if ((await countRecentTickets(db, request)) >= ticketsPerHour) throw tooMany();
    const stored = await attachments.store(request.images, request.signal);
    try {
      request.signal.throwIfAborted();
      return await insertWhole(db, request, stored);
    } catch (error) {
      await attachments.discard(stored);
      const meanwhile = await findRepeated(request);
      if (meanwhile === undefined) throw error;
      return meanwhile;
    }
  };
}

function insertWhole(
  db: Database,
  request: TicketRequest,
  attachments: readonly AttachmentRow[],
): Promise<number> {
  const context = request.context ? storable(request.context) : null;
  return inTransaction(db, async (tx) => {
    const ticketId = await insertTicket(tx, {
      ...request,
      context,
      description: request.description || null,
    });
    if (ticketId !== undefined && (await insertAttachments(tx, { ticketId, attachments })))
      return ticketId;
    throw new AppError({
      code: 'unavailable',
      message: 'The images could not be stored in time. Send the ticket again.',
    });
  });
}

/** Removes characters that PostgreSQL cannot store in JSON. */
function storable(context: TicketContext): TicketContext {
  const entries = Object.entries(context);
  return Object.fromEntries(entries.map(([name, text]) => [name, withoutUnkept(text)]));
}

function withoutUnkept(text: string | undefined): string | undefined {
  return text?.toWellFormed().replaceAll('\0', '');
}

function tooMany(): AppError {
  return new AppError({
    code: 'rate_limited',
    message: `At most ${ticketsPerHour} tickets can be created per hour. Add a message to an open ticket instead.`,
    retryAfterSeconds: 600,
  });
}

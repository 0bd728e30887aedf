import { sql } from 'kysely';
import type { CapturePhase } from '@shotwright/capture';
import {
  screenshotStatuses,
  ticketStatuses,
  type ScreenshotStatus,
  type TicketStatus,
} from '@shotwright/contract';
import type { Database, Db } from '../../../db/transaction.ts';
import type { Subscription } from '../../../db/notifications.ts';
import type { Logger } from '../../../lib/logger.ts';

/** Database channel for capture events; a message is one short line of words. */
export const eventChannel = 'screenshot_news';

/** Phase of a worker's capture; `saving` is the worker's own, the others are the engine's. */
export type RunPhase = CapturePhase | 'saving';

/**
 * A message. `status`: a capture has reached it, published in the transaction that sets it.
 * `phase`: published by the capture's worker, only for watched captures. `watch`: requests that all
 * workers publish the phases of a capture. `ticket`: one has changed for its author.
 * `credits`: the balance of an organisation has changed otherwise than by a capture. Both use the same
 * channel because one connection is enough for all messages.
 */
export type ScreenshotEvent =
  | {
      readonly kind: 'status';
      readonly id: string;
      readonly organizationId: string;
      readonly status: ScreenshotStatus;
    }
  | { readonly kind: 'phase'; readonly id: string; readonly phase: RunPhase }
  | { readonly kind: 'watch'; readonly id: string }
  | { readonly kind: 'credits'; readonly organizationId: string }
  | ({ readonly kind: 'ticket' } & TicketState);

interface TicketState {
  readonly id: number;
  readonly organizationId: string;
  readonly authorId: string;
  readonly status: TicketStatus;
  readonly isUnread: boolean;
}

/**
 * Publishes and receives capture events across processes. One database connection serves the whole
 * process.
 */
export interface ScreenshotEvents {
  /**
   * Opens the connection if it is not open yet. Returns false if the subscription failed; poll
   * instead.
   */
  listen(): Promise<boolean>;
  /**
   * Calls `listener` with every later message, once `listen` has succeeded; returns a function that
   * unsubscribes.
   */
  subscribe(listener: (event: ScreenshotEvent) => void): () => void;
  /** Calls `listener` after each connection, before which messages may have been lost. */
  onConnected(listener: () => void): void;
  /** Best effort: the message may be lost, and a failure is only logged. */
  publish(event: Extract<ScreenshotEvent, { kind: 'phase' | 'watch' }>): Promise<void>;
  close(): Promise<void>;
}

interface ScreenshotEventsDependencies {
  readonly db: Database;
  /** Listens on {@link eventChannel} over a dedicated connection, reopened when it is lost. */
  subscribe(onMessage: (payload: string) => void, onConnected: () => void): Promise<Subscription>;
  readonly logger: Logger;
}

/** Creates {@link ScreenshotEvents} on top of PostgreSQL notifications. */
export function createScreenshotEvents(deps: ScreenshotEventsDependencies): ScreenshotEvents {
  const { db, logger } = deps;
  const listeners = new Set<(event: ScreenshotEvent) => void>();
  const connectedListeners = new Set<() => void>();
  let subscription: Promise<Subscription> | undefined;
  const dispatch = (payload: string): void => {
    const event = parseEvent(payload);
    if (!event) return;
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (err) {
        // Rethrown, it would end the process, because a connection's event has no caller.
        logger.error({ err }, 'a subscriber to capture events failed');
      }
    }
  };
  return {
    listen: async () => {
      subscription ??= deps.subscribe(dispatch, () => {
        for (const listener of connectedListeners) listener();
      });
      try {
        await subscription;
        return true;
      } catch (err) {
        subscription = undefined;
        logger.warn({ err }, 'failed to subscribe to capture events; polling instead');
        return false;
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onConnected: (listener) => connectedListeners.add(listener),
    publish: async (event) => {
      const line =
        event.kind === 'phase' ? `phase ${event.id} ${event.phase}` : `watch ${event.id}`;
      try {
        await sql`select pg_notify(${eventChannel}, ${line})`.execute(db);
      } catch (err) {
        logger.debug({ err }, 'failed to publish capture event');
      }
    },
    close: async () => {
      const open = await subscription?.catch(() => undefined);
      subscription = undefined;
      await open?.close();
    },
  };
}

/**
 * SQL that publishes a screenshot row's current status; columns `id`, `organization_id` and
 * `status` must be in scope.
 */
export const notifyStatus = sql`pg_notify(${sql.lit(eventChannel)}, concat_ws(' ', 'status', id, organization_id, status))`;

/** Publishes a ticket's state when the transaction commits. */
export async function publishTicketEvent(tx: Db, ticket: TicketState): Promise<void> {
  const { id, organizationId, authorId, status, isUnread } = ticket;
  const line = ['ticket', id, organizationId, authorId, status, isUnread].join(' ');
  await sql`select pg_notify(${eventChannel}, ${line})`.execute(tx);
}

/** Publishes that a balance has changed, when the transaction commits. */
export async function publishCreditsEvent(tx: Db, organizationId: string): Promise<void> {
  await sql`select pg_notify(${eventChannel}, ${`credits ${organizationId}`})`.execute(tx);
}

const runPhases: readonly string[] = ['queued', 'loading', 'waiting', 'capturing', 'saving'];
const isRunPhase = (text: string | undefined): text is RunPhase =>
  text !== undefined && runPhases.includes(text);
const statuses: readonly string[] = screenshotStatuses;
const isStatus = (text: string | undefined): text is ScreenshotStatus =>
  text !== undefined && statuses.includes(text);

const ticketStates: readonly string[] = ticketStatuses;
const isTicketStatus = (text: string | undefined): text is TicketStatus =>
  text !== undefined && ticketStates.includes(text);

/** Returns undefined for a line of another version of this program. */
function parseEvent(line: string): ScreenshotEvent | undefined {
  const [kind, id, third, fourth, fifth, sixth] = line.split(' ');
  if (id === undefined) return undefined;
  if (kind === 'watch') return { kind, id };
  if (kind === 'credits') return { kind, organizationId: id };
  if (kind === 'phase' && isRunPhase(third)) return { kind, id, phase: third };
  if (kind === 'status' && third !== undefined && isStatus(fourth)) {
    return { kind, id, organizationId: third, status: fourth };
  }
  if (kind === 'ticket' && third !== undefined && fourth !== undefined && isTicketStatus(fifth)) {
    const [organizationId, authorId, isUnread] = [third, fourth, sixth === 'true'];
    return { kind, id: Number(id), organizationId, authorId, status: fifth, isUnread };
  }
  return undefined;
}

import { sql } from 'kysely';
import type { CapturePhase } from '@shotwright/capture';
import {
  screenshotStatuses,
  ticketStatuses,
  type ScreenshotStatus,
  type TicketStatus,
} from '@shotwright/contract';
import type { Database, Db } from '../../db/transaction.ts';
import type { Subscription } from '../../db/notifications.ts';
import type { Logger } from '../../lib/logger.ts';

/** The database channel on which captures are told of; a message is one short line of words. */
export const newsChannel = 'screenshot_news';

/** What a worker is doing for a capture; `saving` is its own, the others are the engine's. */
export type WorkPhase = CapturePhase | 'saving';

/**
 * A message. `status`: a capture has reached it, told in the transaction that does it. `phase`: told by its worker, and
 * only for captures that somebody watches. `watch`: asks all workers to tell the phases of a capture. `ticket`: one has
 * changed for its author; on the same line because one connection is enough for all that is told.
 */
export type News =
  | {
      readonly kind: 'status';
      readonly id: string;
      readonly organizationId: string;
      readonly status: ScreenshotStatus;
    }
  | { readonly kind: 'phase'; readonly id: string; readonly phase: WorkPhase }
  | { readonly kind: 'watch'; readonly id: string }
  | ({ readonly kind: 'ticket' } & TicketTold);

interface TicketTold {
  readonly id: number;
  readonly organizationId: string;
  readonly authorId: string;
  readonly status: TicketStatus;
  readonly isUnread: boolean;
}

/** Hears and tells what happens to captures, wherever they run. One database connection serves the whole process. */
export interface ScreenshotNews {
  /** Opens the connection if it is not open yet. False: nothing will be heard now, so look for yourself. */
  listen(): Promise<boolean>;
  /** Calls `hear` with every message from now on, once something listens; answers how to stop it. */
  on(hear: (news: News) => void): () => void;
  /** Best effort: what is told may be lost, and failing to tell is only logged. */
  tell(news: Extract<News, { kind: 'phase' | 'watch' }>): Promise<void>;
  close(): Promise<void>;
}

interface ScreenshotNewsDependencies {
  readonly db: Database;
  /** Listens on {@link newsChannel} over a connection of its own, made anew when it is lost. */
  subscribe(onMessage: (payload: string) => void): Promise<Subscription>;
  readonly logger: Logger;
}

/** See {@link ScreenshotNews}. */
export function createScreenshotNews(deps: ScreenshotNewsDependencies): ScreenshotNews {
  const { db, logger } = deps;
  const listeners = new Set<(news: News) => void>();
  let subscription: Promise<Subscription> | undefined;
  const spread = (payload: string): void => {
    const news = parseNews(payload);
    if (!news) return;
    for (const hear of listeners) {
      try {
        hear(news);
      } catch (err) {
        // Thrown on, it would end the process: a connection's event has no caller.
        logger.error({ err }, 'a listener for news of captures failed');
      }
    }
  };
  return {
    listen: async () => {
      subscription ??= deps.subscribe(spread);
      try {
        await subscription;
        return true;
      } catch (err) {
        subscription = undefined;
        logger.warn({ err }, 'captures are polled: listening failed');
        return false;
      }
    },
    on: (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    tell: async (news) => {
      const line = news.kind === 'phase' ? `phase ${news.id} ${news.phase}` : `watch ${news.id}`;
      try {
        await sql`select pg_notify(${newsChannel}, ${line})`.execute(db);
      } catch (err) {
        logger.debug({ err }, 'news of a capture could not be told');
      }
    },
    close: async () => {
      const open = await subscription?.catch(() => undefined);
      subscription = undefined;
      await open?.close();
    },
  };
}

/** The SQL that tells a screenshot row's present status; columns `id`, `organization_id` and `status` must be in sight. */
export const tellStatus = sql`pg_notify(${sql.lit(newsChannel)}, concat_ws(' ', 'status', id, organization_id, status))`;

/** Tells how a ticket stands when the transaction commits. */
export async function tellTicketNews(tx: Db, ticket: TicketTold): Promise<void> {
  const { id, organizationId, authorId, status, isUnread } = ticket;
  const line = ['ticket', id, organizationId, authorId, status, isUnread].join(' ');
  await sql`select pg_notify(${newsChannel}, ${line})`.execute(tx);
}

/** Whether a capture of this status has come to its end. */
export function isEnd(status: ScreenshotStatus): boolean {
  return status === 'COMPLETE' || status === 'FAILED';
}

const workPhases: readonly string[] = ['queued', 'loading', 'waiting', 'capturing', 'saving'];
const isWorkPhase = (text: string | undefined): text is WorkPhase =>
  text !== undefined && workPhases.includes(text);
const statuses: readonly string[] = screenshotStatuses;
const isStatus = (text: string | undefined): text is ScreenshotStatus =>
  text !== undefined && statuses.includes(text);

const ticketStates: readonly string[] = ticketStatuses;
const isTicketStatus = (text: string | undefined): text is TicketStatus =>
  text !== undefined && ticketStates.includes(text);

/** Undefined for a line of another version of this program. */
function parseNews(line: string): News | undefined {
  const [kind, id, third, fourth, fifth, sixth] = line.split(' ');
  if (id === undefined) return undefined;
  if (kind === 'watch') return { kind, id };
  if (kind === 'phase' && isWorkPhase(third)) return { kind, id, phase: third };
  if (kind === 'status' && third !== undefined && isStatus(fourth)) {
    return { kind, id, organizationId: third, status: fourth };
  }
  if (kind === 'ticket' && third !== undefined && fourth !== undefined && isTicketStatus(fifth)) {
    const [organizationId, authorId, isUnread] = [third, fourth, sixth === 'true'];
    return { kind, id: Number(id), organizationId, authorId, status: fifth, isUnread };
  }
  return undefined;
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import type { CreditsService } from '../credits/credits.service.ts';
import type { ScreenshotEvent, ScreenshotEvents } from '../screenshots/events/screenshot-events.ts';
import { openEventBuffer, type EventBuffer, type InboxEvent } from './event-buffer.ts';

interface LiveDependencies {
  readonly db: Database;
  readonly news: Pick<ScreenshotEvents, 'listen' | 'on'>;
  readonly credits: Pick<CreditsService, 'balanceOf'>;
  /** Window in which ended captures are batched into one read of the balance; default 150 ms. */
  readonly gatherMs?: number;
}

/** A change to data that the dashboard shows. */
export type LiveEvent =
  | InboxEvent
  | { readonly name: 'credits'; readonly data: { available: number; held: number } };

/** Live events of an organisation; ticket events only for the follower's tickets. */
export interface LiveService {
  /**
   * Emits the current balance, then every change, until the signal is aborted. Throws
   * `rate_limited` (429) if the organisation has too many concurrent streams, and `unavailable`
   * (503) while events cannot be received.
   */
  follow(input: {
    readonly organizationId: string;
    readonly userId: string;
    readonly signal: AbortSignal;
  }): Promise<AsyncIterable<LiveEvent>>;
}

interface Follower {
  readonly userId: string;
  readonly inbox: EventBuffer;
}

/** Maximum number of streams of one organisation, across all members, in one process. */
const maxFollowers = 100;

/** Creates a {@link LiveService} that shares one event subscription among all streams. */
export function createLiveService(deps: LiveDependencies): LiveService {
  const { news } = deps;
  const followers = new Map<string, Set<Follower>>();
  news.on((message) => {
    if (message.kind !== 'status' && message.kind !== 'ticket') return;
    for (const follower of followers.get(message.organizationId) ?? []) hand(follower, message);
  });
  const join = (organizationId: string, follower: Follower): (() => void) => {
    const others = followers.get(organizationId) ?? new Set();
    if (others.size >= maxFollowers) throw tooMany();
    followers.set(organizationId, others.add(follower));
    return () => {
      others.delete(follower);
      if (others.size === 0 && followers.get(organizationId) === others)
        followers.delete(organizationId);
    };
  };
  return {
    follow: async ({ organizationId, userId, signal }) => {
      if (!(await news.listen())) throw liveUnavailable();
      const inbox = openEventBuffer();
      const leave = join(organizationId, { userId, inbox });
      // Also runs if the stream is never read.
      signal.addEventListener('abort', leave, { once: true });
      return events(deps, { organizationId, inbox, signal });
    },
  };
}

function hand({ inbox, userId }: Follower, news: Extract<ScreenshotEvent, { organizationId: string }>): void {
  if (news.kind === 'status') {
    inbox.put({ name: 'file', data: { id: news.id, status: news.status } });
  } else if (news.authorId === userId) {
    const { id, status, isUnread } = news;
    inbox.put({ name: 'ticket', data: { id, status, isUnread } });
  }
}

async function* events(
  { db, credits, gatherMs = 150 }: LiveDependencies,
  input: { readonly organizationId: string; readonly inbox: EventBuffer; readonly signal: AbortSignal },
): AsyncGenerator<LiveEvent> {
  const { organizationId, inbox, signal } = input;
  let told = '';
  for (;;) {
    const data = await credits.balanceOf(db, organizationId);
    if (JSON.stringify(data) !== told) yield { name: 'credits', data };
    told = JSON.stringify(data);
    await inbox.filled(signal);
    await delay(gatherMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    yield* inbox.take();
  }
}

function tooMany(): AppError {
  return new AppError({
    kind: 'too_many_requests',
    code: 'rate_limited',
    message: `At most ${maxFollowers} pages of one account are kept live at a time.`,
    retryAfterSeconds: 30,
  });
}

function liveUnavailable(): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'unavailable',
    message: 'Live changes cannot be followed just now. Ask for the lists instead.',
    retryAfterSeconds: 5,
  });
}

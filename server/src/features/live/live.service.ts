import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../db/transaction.ts';
import { AppError } from '../../shared/app-error.ts';
import type { CreditsService } from '../credits/credits.service.ts';
import type { ScreenshotEvent, ScreenshotEvents } from '../screenshots/events/screenshot-events.ts';
import { openEventBuffer, type EventBuffer, type BufferedEvent } from './event-buffer.ts';

interface LiveDependencies {
  readonly db: Database;
  readonly events: Pick<ScreenshotEvents, 'listen' | 'subscribe'>;
  readonly credits: Pick<CreditsService, 'balanceOf'>;
  /** Window in which ended captures are batched into one read of the balance; default 150 ms. */
  readonly gatherMs?: number;
}

/** A change to data that the dashboard shows. */
export type LiveEvent =
  | BufferedEvent
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
  readonly buffer: EventBuffer;
}

/** Maximum number of streams of one organisation, across all members, in one process. */
const maxFollowers = 100;

/** Creates a {@link LiveService} that shares one event subscription among all streams. */
export function createLiveService(deps: LiveDependencies): LiveService {
  const { events } = deps;
  const followers = new Map<string, Set<Follower>>();
  events.subscribe((message) => {
    if (message.kind === 'phase' || message.kind === 'watch') return;
    for (const follower of followers.get(message.organizationId) ?? []) deliver(follower, message);
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
      if (!(await events.listen())) throw liveUnavailable();
      const buffer = openEventBuffer();
      const leave = join(organizationId, { userId, buffer });
      // Also runs if the stream is never read.
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      return liveEvents(deps, { organizationId, buffer, signal });
    },
  };
}

function deliver(
  { buffer, userId }: Follower,
  events: Extract<ScreenshotEvent, { organizationId: string }>,
): void {
  if (events.kind === 'status') {
    buffer.put({ name: 'file', data: { id: events.id, status: events.status } });
  } else if (events.kind === 'credits') {
    buffer.touch();
  } else if (events.authorId === userId) {
    const { id, status, isUnread } = events;
    buffer.put({ name: 'ticket', data: { id, status, isUnread } });
  }
}

async function* liveEvents(
  { db, credits, gatherMs = 150 }: LiveDependencies,
  input: {
    readonly organizationId: string;
    readonly buffer: EventBuffer;
    readonly signal: AbortSignal;
  },
): AsyncGenerator<LiveEvent> {
  const { organizationId, buffer, signal } = input;
  let last = '';
  for (;;) {
    const data = await credits.balanceOf(db, organizationId);
    if (JSON.stringify(data) !== last) yield { name: 'credits', data };
    last = JSON.stringify(data);
    await buffer.filled(signal);
    await sleep(gatherMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    yield* buffer.take();
  }
}

function tooMany(): AppError {
  return new AppError({
    code: 'rate_limited',
    message: `At most ${maxFollowers} pages of one account can receive live updates at a time.`,
    retryAfterSeconds: 30,
  });
}

function liveUnavailable(): AppError {
  return new AppError({
    code: 'unavailable',
    message: 'Live updates are temporarily unavailable. Request the lists instead.',
    retryAfterSeconds: 5,
  });
}

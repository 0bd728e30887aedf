import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../db/transaction.ts';
import { AppError } from '../../lib/app-error.ts';
import type { CreditsService } from '../credits/credits.service.ts';
import type { ScreenshotNews } from '../screenshots/screenshot-news.ts';
import { openInbox, type FileNews, type Inbox } from './inbox.ts';

interface LiveDependencies {
  readonly db: Database;
  readonly news: Pick<ScreenshotNews, 'listen' | 'on'>;
  readonly credits: Pick<CreditsService, 'balanceOf'>;
  /** Many captures that end together cost one look at the balance; default 150 ms. */
  readonly gatherMs?: number;
}

/** Something the dashboard shows has changed. */
export type LiveEvent =
  | { readonly name: 'file'; readonly data: FileNews }
  | { readonly name: 'credits'; readonly data: { available: number; held: number } };

/** What happens in an organisation, as it happens. */
export interface LiveService {
  /**
   * The balance at once, then every change, until the signal is aborted. Throws `rate_limited` (429) when the organisation
   * follows too often at a time, and `unavailable` (503) while nothing can be heard.
   */
  follow(input: {
    readonly organizationId: string;
    readonly signal: AbortSignal;
  }): Promise<AsyncIterable<LiveEvent>>;
}

/** Tabs of all members of one organisation, in one process. */
const maxFollowers = 100;

/** See {@link LiveService}. */
export function createLiveService(deps: LiveDependencies): LiveService {
  const { news } = deps;
  const followers = new Map<string, Set<Inbox>>();
  news.on((message) => {
    if (message.kind !== 'status') return;
    for (const inbox of followers.get(message.organizationId) ?? []) inbox.put(message);
  });
  const join = (organizationId: string, inbox: Inbox): (() => void) => {
    const others = followers.get(organizationId) ?? new Set();
    if (others.size >= maxFollowers) throw tooMany();
    followers.set(organizationId, others.add(inbox));
    return () => {
      others.delete(inbox);
      if (others.size === 0 && followers.get(organizationId) === others)
        followers.delete(organizationId);
    };
  };
  return {
    follow: async ({ organizationId, signal }) => {
      if (!(await news.listen())) throw cannotHear();
      const inbox = openInbox();
      const leave = join(organizationId, inbox);
      // Also when nobody ever begins to read.
      signal.addEventListener('abort', leave, { once: true });
      return events(deps, { organizationId, inbox, signal });
    },
  };
}

async function* events(
  { db, credits, gatherMs = 150 }: LiveDependencies,
  input: { readonly organizationId: string; readonly inbox: Inbox; readonly signal: AbortSignal },
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
    for (const file of inbox.take()) yield { name: 'file', data: file };
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

function cannotHear(): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'unavailable',
    message: 'Live changes cannot be followed just now. Ask for the lists instead.',
    retryAfterSeconds: 5,
  });
}

import type { Database } from '../../../db/transaction.ts';
import type { Clock } from '../../../lib/clock.ts';
import { listEndedAfter } from './recent-events.store.ts';
import { webhookHeaders } from './signature.rules.ts';
import { eventBodyOf, type EndedScreenshot, type EventLinks } from './webhook-event.present.ts';
import type { WebhookSecretsService } from '../endpoints/webhook-secrets.service.ts';

/** A signed event, ready to be posted by the listener. */
export interface RecentEvent {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Ended captures for a listener on a developer's machine, which webhooks cannot reach. */
export interface RecentEventsService {
  /**
   * Without `after` returns only the starting cursor. A listener receives an event more than once
   * and deduplicates by its id.
   */
  list(input: {
    readonly organizationId: string;
    readonly projectId: number | null;
    /** Mode of the listener's key; absent: both modes. */
    readonly isTest?: boolean | undefined;
    readonly after: Date | undefined;
  }): Promise<{
    readonly events: readonly RecentEvent[];
    readonly cursor: Date;
    readonly secret: string;
  }>;
}

/**
 * An end is stored with its transaction's start time, so it may become visible shortly after a
 * later one.
 */
const windowMs = 10_000;
const maxWindowMs = 3_600_000;
const maxEvents = 1_000;

/**
 * Creates a {@link RecentEventsService} that signs events with the organisation's sample secret.
 */
export function createRecentEventsService(deps: {
  readonly db: Database;
  readonly secrets: Pick<WebhookSecretsService, 'sampleSecret'>;
  readonly links: EventLinks;
  readonly clock: Clock;
}): RecentEventsService {
  const { db, clock, links } = deps;
  return {
    list: async ({ organizationId, projectId, isTest, after }) => {
      const now = clock.now();
      const secret = deps.secrets.sampleSecret(organizationId);
      if (!after) return { events: [], cursor: now, secret };
      const earliest = now.getTime() - maxWindowMs;
      const from = new Date(Math.max(after.getTime() - windowMs, earliest));
      const wanted = { organizationId, projectId, isTest, limit: maxEvents };
      const rows = await listEndedAfter(db, { ...wanted, after: from });
      // Otherwise the next page would be the same again.
      if (rows.length >= maxEvents && !hasEndAfter(rows, after))
        rows.push(...(await listEndedAfter(db, { ...wanted, after })));
      const events = rows.map((row) => {
        const body = eventBodyOf(row, links);
        const headers = webhookHeaders({ id: row.id, at: now, body, secrets: [secret] });
        return { id: row.id, headers, body };
      });
      return { events, cursor: rows.at(-1)?.finishedAt ?? after, secret };
    },
  };
}

function hasEndAfter(rows: readonly EndedScreenshot[], moment: Date): boolean {
  const last = rows.at(-1);
  return last !== undefined && last.finishedAt > moment;
}

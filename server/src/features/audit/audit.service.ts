import { auditActions, auditLimits, type AuditAction, type AuditGroup } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import { beyondAnyId, firstIdAt } from '../../lib/ids.ts';
import { auditCsvHead, auditCsvLine } from './audit.present.ts';
import { listAuditEvents, type AuditEventRow, type AuditFilter } from './audit.store.ts';

/** Query of the log; undefined: any. */
export interface AuditSearch {
  readonly organizationId: string;
  readonly group?: AuditGroup | undefined;
  /** Part of a name or an email. */
  readonly actor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Reads the audit log. */
export interface AuditService {
  list(
    search: AuditSearch & { readonly cursor?: string | undefined; readonly limit: number },
  ): Promise<{ readonly events: readonly AuditEventRow[]; readonly next: string | null }>;
  /** Returns the newest events of a filter as lines of a CSV file. */
  exportEvents(search: AuditSearch): AsyncGenerator<string>;
}

const batchSize = 1_000;

/** Creates an {@link AuditService}. */
export function createAuditService({
  db,
  exportedEvents = auditLimits.exportedEvents,
}: {
  readonly db: Database;
  readonly exportedEvents?: number;
}): AuditService {
  return {
    list: async ({ cursor, limit, ...search }) => {
      const filter = filterOf(search, cursor);
      const found = await listAuditEvents(db, { ...filter, limit: limit + 1 });
      const events = found.slice(0, limit);
      return { events, next: found.length > limit ? (events.at(-1)?.id ?? null) : null };
    },
    exportEvents: async function* exportEvents(search) {
      // Byte order mark, by which spreadsheets recognise UTF-8.
      yield `\ufeff${auditCsvHead}`;
      let left = exportedEvents;
      let cursor: string | undefined;
      while (left > 0) {
        const limit = Math.min(batchSize, left);
        const rows = await listAuditEvents(db, { ...filterOf(search, cursor), limit });
        yield rows.map(auditCsvLine).join('');
        left = rows.length < limit ? 0 : left - limit;
        cursor = rows.at(-1)?.id;
      }
    },
  };
}

function filterOf(search: AuditSearch, cursor: string | undefined): AuditFilter {
  const { organizationId, group, actor, from, to } = search;
  const until = to === undefined ? beyondAnyId : firstIdAt(to);
  return {
    organizationId,
    actions: group === undefined ? null : actionsOf(group),
    actor: actor?.trim().toLowerCase() || null,
    from: firstIdAt(from ?? 0),
    before: cursor !== undefined && cursor < until ? cursor : until,
  };
}

function actionsOf(group: AuditGroup): AuditAction[] {
  return Object.keys(auditActions)
    .filter((name): name is AuditAction => name in auditActions)
    .filter((name) => auditActions[name] === group);
}

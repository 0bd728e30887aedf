import { requestLogLimits } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import { beyondAnyId, firstIdAt } from '../../lib/ids.ts';
import { AppError } from '../../shared/app-error.ts';
import {
  findByRequestId,
  findRequest,
  findSearchEnd,
  listRequests,
  listScreenshotDeliveries,
  type RequestDeliveryRow,
  type RequestDetailRow,
  type RequestFilter,
  type RequestRow,
} from './request-log.store.ts';

/** Query of the list; undefined: any. */
export interface RequestSearch {
  readonly organizationId: string;
  /** The only key whose calls the caller may list; null if all. */
  readonly onlyKey: number | null;
  /** `4xx`, `error` or one status. */
  readonly status?: string | undefined;
  readonly key?: number | undefined;
  readonly project?: number | undefined;
  readonly text?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** One page of the list. */
export interface RequestPage {
  readonly requests: readonly RequestRow[];
  readonly next: string | null;
  readonly searchedUntil: Date | null;
}

/** Reads the log of calls with API keys. */
export interface RequestLogService {
  /** Searches a bounded number of calls, so that a page may be shorter than its limit. */
  list(search: RequestSearch): Promise<RequestPage>;
  /** Throws `request_not_found` (404). */
  get(input: { readonly organizationId: string; readonly id: string }): Promise<{
    readonly request: RequestDetailRow;
    readonly deliveries: readonly RequestDeliveryRow[];
  }>;
}

/** Creates a {@link RequestLogService}. */
export function createRequestLogService({ db }: { readonly db: Database }): RequestLogService {
  return {
    list: async (search) => {
      const filter = filterOf(search);
      const exact = await exactMatches(db, search);
      if (exact.length > 0) return { requests: exact, next: null, searchedUntil: null };
      const count = requestLogLimits.searchedCalls;
      const end = isNarrow(search) ? await findSearchEnd(db, { ...filter, count }) : undefined;
      const found = await listRequests(db, {
        ...filter,
        from: end?.id ?? filter.from,
        limit: search.limit + 1,
      });
      const requests = found.slice(0, search.limit);
      if (found.length > requests.length)
        return { requests, next: requests.at(-1)?.id ?? null, searchedUntil: null };
      return { requests, next: end?.id ?? null, searchedUntil: end?.createdAt ?? null };
    },
    get: async (input) => {
      const request = await findRequest(db, input);
      if (!request) throw notFound();
      const { organizationId } = input;
      const { screenshotId } = request;
      const deliveries =
        screenshotId === null
          ? []
          : await listScreenshotDeliveries(db, { organizationId, screenshotId });
      return { request, deliveries };
    },
  };
}

async function exactMatches(db: Database, search: RequestSearch): Promise<RequestRow[]> {
  const { organizationId, onlyKey, text, cursor, limit } = search;
  const requestId = text?.trim();
  if (!requestId || cursor !== undefined || /\s/.test(requestId)) return [];
  return findByRequestId(db, { organizationId, onlyKey, requestId, limit });
}

/** Filters without an index. */
function isNarrow({ onlyKey, status, key, project, text }: RequestSearch): boolean {
  return onlyKey !== null || [status, key, project, text].some((value) => value !== undefined);
}

function filterOf(search: RequestSearch): RequestFilter {
  const { organizationId, onlyKey, status, key, project, text, from, to, cursor } = search;
  const until = to === undefined ? beyondAnyId : firstIdAt(to);
  return {
    organizationId,
    onlyKey,
    ...statusRange(status),
    apiKeyId: key ?? null,
    projectId: project ?? null,
    text: text?.trim().toLowerCase() || null,
    from: from === undefined ? firstIdAt(0) : firstIdAt(from),
    before: cursor !== undefined && cursor < until ? cursor : until,
  };
}

function statusRange(status = '2-5'): { minStatus: number; maxStatus: number } {
  if (status === '2-5') return { minStatus: 0, maxStatus: 999 };
  if (status === 'error') return { minStatus: 400, maxStatus: 599 };
  const minStatus = Number(status.replace('xx', '00'));
  return { minStatus, maxStatus: status.endsWith('xx') ? minStatus + 99 : minStatus };
}

function notFound(): AppError {
  return new AppError({
    code: 'request_not_found',
    message: `This call is not in the request log. Calls are kept for ${requestLogLimits.keptDays} days.`,
  });
}

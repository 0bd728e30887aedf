import {
  MutationCache,
  QueryCache,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError, errorCode, errorMessage, serverMessage, somethingWentWrong } from './error.ts';
import { commonMessages as messages } from '../messages/common.ts';
import { isBillingOn } from './runtime-config.ts';
import type { ToastAction, ToastStore } from '../toasts.ts';

/**
 * Error toast options of a call. Without a title: `Error` and the server's message, else
 * `fallback`. Source: ruling RL-1.
 */
export interface FailureMeta extends Record<string, unknown> {
  readonly title?: string;
  readonly fallback?: string;
  /** Message that replaces the server's, where the specification fixes the wording. */
  readonly fixed?: string;
  /** Returns true for errors that the screen displays itself. */
  readonly isSilent?: (error: unknown) => boolean;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
    mutationMeta: FailureMeta;
  }
}

const minute = 60_000;

/** Stale and garbage-collection times of queries. Units: ms. Source: specification §7. */
export const cacheTimes = {
  overview: { staleTime: 2 * minute, gcTime: 5 * minute },
  devices: { staleTime: 30 * minute, gcTime: 60 * minute },
  projects: { staleTime: 5 * minute, gcTime: 10 * minute },
  apiKeys: { staleTime: 5 * minute, gcTime: 10 * minute },
  webhooks: { staleTime: 2 * minute, gcTime: 5 * minute },
  profile: { staleTime: 5 * minute, gcTime: 10 * minute },
  files: { staleTime: 0, refetchOnMount: 'always' },
  subscription: { staleTime: 0, refetchOnMount: 'always' },
} as const;

/** Query key prefixes; invalidate one to refetch a resource. */
export const queryKeys = {
  overview: ['overview'],
  devices: ['devices'],
  projects: ['projects'],
  apiKeys: ['apiKeys'],
  webhooks: ['webhooks'],
  destinations: ['destinations'],
  profile: ['profile'],
  passkeys: ['passkeys'],
  team: ['team'],
  budgets: ['budgets'],
  invitation: ['invitation'],
  files: ['files'],
  subscription: ['subscription'],
  invoices: ['subscription', 'invoices'],
  /** Below the Overview key: refreshing the Overview also refreshes the data behind its figures. */
  usage: ['overview', 'usage'],
  ledger: ['overview', 'ledger'],
  captureDays: ['overview', 'captureDays'],
  savedSettings: ['savedSettings'],
  tickets: ['tickets'],
  staffTickets: ['staffTickets'],
  savedReplies: ['savedReplies'],
  workerIsolation: ['workerIsolation'],
  coupons: ['coupons'],
  screenshots: ['screenshots'],
  comparisons: ['comparisons'],
  baselines: ['baselines'],
  /** Below the key of captures, whose changes change their batch, too. */
  batches: ['screenshots', 'batches'],
  batchCheck: ['batchCheck'],
  /** Below the key of captures, whose changes change their run, too. */
  schedules: ['screenshots', 'schedules'],
  /** Below the key of captures, which reports show. */
  reports: ['screenshots', 'reports'],
  schedulePreview: ['schedulePreview'],
  requestLog: ['requestLog'],
  auditEvents: ['auditEvents'],
  sessions: ['sessions'],
  serviceStatus: ['serviceStatus'],
  newsSlides: ['newsSlides'],
  statusNotices: ['statusNotices'],
} as const;

/**
 * Creates a query client that never retries, shows one toast per error, and restarts a first load
 * when its query is invalidated.
 */
export function createQueryClient(toasts: ToastStore): QueryClient {
  return new DashboardQueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => showErrorToast(toasts, error, query.meta),
    }),
    mutationCache: new MutationCache({
      onError: (...[error, , , mutation]) => showErrorToast(toasts, error, mutation.meta),
    }),
    defaultOptions: {
      queries: { retry: false },
      // A mutation made offline fails at once, because a button that waits for the network looks
      // broken.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

class DashboardQueryClient extends QueryClient {
  // TanStack Query restarts a running request only when the query has data, so a first load that
  // began before the change would deliver what was true before it.
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options?: InvalidateOptions,
  ): Promise<void> {
    const firstLoads = this.getQueryCache().findAll(filters).filter(isFirstLoad);
    await Promise.all(firstLoads.map((query) => query.cancel({ revert: true })));
    await super.invalidateQueries(filters, options);
  }
}

function isFirstLoad({ state }: Query): boolean {
  return state.data === undefined && state.fetchStatus === 'fetching';
}

/** Shows the toast of an error; a 401 is reported on the sign-in page instead. */
export function showErrorToast(toasts: ToastStore, error: unknown, meta: FailureMeta = {}): void {
  if (error instanceof ApiError && error.statusCode === 401) return;
  if (meta.isSilent?.(error) === true) return;
  toasts.error({
    title: meta.title ?? 'Error',
    description: withWait(errorText(error, meta), error),
    action: actionFor(error),
  });
}

function withWait(sentence: string, error: unknown): string {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  if (seconds === undefined || sentence.includes(`${seconds} second`)) return sentence;
  if (sentence.includes('Try again in ')) return sentence;
  return `${sentence} Try again in ${waitText(seconds)}.`;
}

function waitText(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${count === 1 ? unit : `${unit}s`}`;
}

/**
 * Returns the message of an error; for a 403 always the server's, which names the missing
 * permission.
 */
function errorText(error: unknown, meta: FailureMeta): string {
  const isOffline = error instanceof ApiError && error.statusCode === 0 && !navigator.onLine;
  const fallback = isOffline ? messages.offlineError : (meta.fallback ?? somethingWentWrong);
  const message = serverMessage(error);
  if (error instanceof ApiError && error.statusCode === 403 && message !== undefined)
    return message;
  if (meta.fixed !== undefined) return meta.fixed;
  return meta.title === undefined ? (message ?? fallback) : errorMessage(error, fallback);
}

function actionFor(error: unknown): ToastAction | undefined {
  if (!(error instanceof ApiError) || error.statusCode !== 402 || !isBillingOn()) return undefined;
  return errorCode(error) === 'project_monthly_limit_reached'
    ? { label: 'View projects', to: '/dashboard' }
    : { label: 'See plans', to: '/dashboard/billing' };
}

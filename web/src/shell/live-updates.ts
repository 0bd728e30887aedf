import type { OperationData } from '@shotwright/contract';
import { isTerminal, screenshotStatuses, type ScreenshotStatus } from '@shotwright/contract/paths';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiBase } from '../lib/api/client.ts';
import { subscribeToEvents } from '../lib/events/live-events.ts';
import { queryKeys } from '../lib/api/query-client.ts';
import { ignoreErrors } from '../lib/ignore-errors.ts';

/** Timing of the live updates. Units: ms. Source: acceptance QC-7. */
export const liveTimes = {
  /** Time during which changes are collected into one refetch. */
  gather: 100,
  /** Minimum interval between two refetches of the same list. */
  apart: 700,
  /** Polling interval when no events arrive. */
  poll: 5_000,
} as const;

const liveUrl = `${apiBase}/dashboards/events`;

type Key = readonly string[];

/** Syncs files, captures, credits and tickets with the server while the dashboard is shown. */
export function useLiveUpdates(): void {
  const queryClient = useQueryClient();
  useEffect(() => startLiveUpdates(queryClient), [queryClient]);
}

/**
 * Follows the account's events; without them, polls every five seconds while something is in
 * progress. Pauses while the tab is hidden. Returns a function that stops it.
 */
export function startLiveUpdates(queryClient: QueryClient): () => void {
  const refresh = batchedRefresh(queryClient);
  let isLive = false;
  const unsubscribe = subscribeToEvents(liveUrl, {
    on: {
      file: (data) => {
        const status = statusOf(data);
        refresh.soon(queryKeys.screenshots, queryKeys.overview);
        // The list may be long, so it is refetched only when a capture has ended.
        if (status !== undefined && isTerminal(status)) refresh.soon(queryKeys.files);
      },
      credits: (data) => {
        // Added credits change the total, too, which the event does not carry.
        if (putCredits(queryClient, field(data, 'available'))) refresh.soon(...balanceKeys);
      },
      ticket: () => refresh.soon(queryKeys.tickets),
    },
    onLive: (state) => {
      isLive = state.isLive;
      if (!state.isAgain) return;
      refresh.soon(queryKeys.files, queryKeys.screenshots, queryKeys.overview, queryKeys.tickets);
    },
  });
  const poll = setInterval(() => {
    if (isLive || document.hidden || !isAnyPending(queryClient)) return;
    refresh.soon(queryKeys.files, queryKeys.screenshots, queryKeys.overview);
  }, liveTimes.poll);
  return () => {
    unsubscribe();
    clearInterval(poll);
    refresh.stop();
  };
}

function batchedRefresh(queryClient: QueryClient) {
  const wanted = new Set<Key>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = 0;
  const run = () => {
    timer = undefined;
    lastAt = Date.now();
    for (const queryKey of wanted) ignoreErrors(queryClient.invalidateQueries({ queryKey }));
    wanted.clear();
  };
  return {
    soon: (...keys: readonly Key[]) => {
      for (const key of keys) wanted.add(key);
      timer ??= setTimeout(run, Math.max(liveTimes.gather, lastAt + liveTimes.apart - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

const balanceKeys = [queryKeys.overview, queryKeys.subscription];

/** Returns true if credits were added. */
function putCredits(queryClient: QueryClient, available: unknown): boolean {
  if (typeof available !== 'number') return false;
  const before = queryClient.getQueryData<OperationData<'getOverview'>>(queryKeys.overview);
  queryClient.setQueryData<OperationData<'getOverview'>>(
    queryKeys.overview,
    (overview) => overview && { ...overview, credits: available },
  );
  return before !== undefined && available > before.credits;
}

function isAnyPending(queryClient: QueryClient): boolean {
  return [queryKeys.files, queryKeys.screenshots].some((queryKey) =>
    queryClient
      .getQueriesData({ queryKey })
      .some(([, data]) => statusesOf(data).some((status) => !isTerminal(status))),
  );
}

function statusesOf(data: unknown): ScreenshotStatus[] {
  const list = field(data, 'screenshots');
  const all: unknown[] = Array.isArray(list) ? list : [data];
  return all.map(statusOf).filter((status) => status !== undefined);
}

function statusOf(data: unknown): ScreenshotStatus | undefined {
  const status = field(data, 'status');
  return screenshotStatuses.find((one) => one === status);
}

function field(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? Reflect.get(data, name) : undefined;
}

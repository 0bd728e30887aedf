import type { Schedule } from '@shotwright/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { fieldError } from '../../lib/api/error.ts';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import {
  scheduleDialogMessages,
  scheduleMessages as messages,
} from '../../lib/messages/captures/schedules.ts';
import { toasts } from '../../lib/toasts.ts';
import { unsafeCast } from '../../lib/unsafe-cast.ts';
import { isFollowed, type ScheduleBody, type ScheduleField } from './schedules.rules.ts';

/** Rows of a page of runs. */
export const pageSize = 25;

/** Polling interval while a run is running; events of captures also refresh it. Units: ms. */
const pollIntervalMs = 2_000;

const isSilent = () => true;

/** Returns the schedules, newest first; they are polled while a run is running. */
export function useSchedules() {
  return useQuery({
    queryKey: [...queryKeys.schedules, 'list'],
    queryFn: ({ signal }) => callApi('listSchedules', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.schedules.some(({ lastRun }) => isFollowed(lastRun, Date.now())) === true &&
      pollIntervalMs,
    // The page displays the error itself.
    meta: { isSilent },
  });
}

/** Returns one schedule; it is polled while its last run is running. */
export function useSchedule(id: string) {
  return useQuery({
    queryKey: [...queryKeys.schedules, 'one', id],
    queryFn: ({ signal }) => callApi('getSchedule', { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      isFollowed(state.data?.lastRun ?? null, Date.now()) && pollIntervalMs,
    meta: { isSilent },
  });
}

/** Returns one page of the runs of a schedule, newest first; polled while one is running. */
export function useScheduleRuns(id: string, page: number) {
  const query = { page, limit: pageSize };
  return useQuery({
    queryKey: [...queryKeys.schedules, 'runs', id, query],
    queryFn: ({ signal }) => callApi('listScheduleRuns', { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.runs.some((run) => isFollowed(run, Date.now())) === true && pollIntervalMs,
    meta: { isSilent },
  });
}

/** Returns the next times of a cron expression and a time zone, as JSON; null: nothing to check. */
export function useSchedulePreview(times: string | null) {
  return useQuery({
    queryKey: [...queryKeys.schedulePreview, times],
    queryFn: ({ signal }) => {
      // The text is our own.
      const query = unsafeCast<{ cron: string; timezone: string }>(JSON.parse(times ?? '{}'));
      return callApi('previewSchedule', { query, signal });
    },
    enabled: times !== null,
    // The next times are those after now.
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    meta: { isSilent },
  });
}

/** Fields of a request whose errors the dialog shows beside them. */
const shownFields: readonly ScheduleField[] = [
  'name',
  'setting_id',
  'cron',
  'timezone',
  'max_diff_ratio',
];

/** Creates a schedule, or replaces the values of an existing one. */
export function useSaveSchedule(schedule: Schedule | undefined) {
  const refresh = useRefresh();
  const { created, updated, createFailed, updateFailed } = scheduleDialogMessages;
  return useMutation({
    meta: {
      fallback: schedule ? updateFailed : createFailed,
      isSilent: (error) => shownFields.some((path) => fieldError(error, path) !== undefined),
    },
    mutationFn: (body: ScheduleBody) =>
      schedule
        ? callApi('updateSchedule', { params: { id: schedule.scheduleId }, body })
        : callApi('createSchedule', { body }),
    onSuccess: async () => {
      toasts.success({ title: schedule ? updated : created });
      await refresh();
    },
  });
}

/** Runs a schedule now. */
export function useRunSchedule() {
  const refresh = useRefresh();
  return useMutation({
    meta: { fallback: messages.runFailed },
    mutationFn: (id: string) => callApi('runSchedule', { params: { id } }),
    onSuccess: ({ status, message }) =>
      status === 'FAILED'
        ? toasts.error({ title: messages.runFailed, description: message ?? messages.noReason })
        : toasts.success({ title: messages.runStarted }),
    // Also after an error, because a run may be in progress.
    onSettled: refresh,
  });
}

/** Pauses a schedule, or resumes a paused one. */
export function useChangePause() {
  const refresh = useRefresh();
  return useMutation({
    meta: { fallback: messages.pauseFailed },
    mutationFn: ({ scheduleId: id, pausedBy }: Schedule) =>
      callApi(pausedBy === null ? 'pauseSchedule' : 'resumeSchedule', { params: { id } }),
    onSuccess: (_, { pausedBy }) =>
      toasts.success({ title: pausedBy === null ? messages.pausedDone : messages.resumedDone }),
    onSettled: refresh,
  });
}

/** Deletes a schedule and its list of runs. */
export function useDeleteSchedule() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.deleteFailed },
    mutationFn: (id: string) => callApi('deleteSchedule', { params: { id } }),
    onSuccess: () => {
      toasts.success({ title: messages.deleted });
      return queryClient.invalidateQueries({ queryKey: [...queryKeys.schedules, 'list'] });
    },
  });
}

function useRefresh(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: queryKeys.schedules });
}

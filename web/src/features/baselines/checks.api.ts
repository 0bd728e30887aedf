import type { BaselineCheck, Screenshot } from '@shotwright/contract';
import { isTerminal } from '@shotwright/contract/paths';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import { baselineMessages as messages } from '../../lib/messages/captures/baselines.ts';
import { useHasBaselines } from './baselines.api.ts';

/** Part of a capture that decides whether it can be compared with a baseline. */
export type CheckedCapture = Pick<
  Screenshot,
  | 'id'
  | 'url'
  | 'status'
  | 'livemode'
  | 'screenshotUrl'
  | 'imageWidth'
  | 'createdAt'
  | 'annotatedFrom'
>;

/**
 * Delays after which a missing check is requested again. A check follows the end of its capture within
 * seconds, but there is none if the capture has no baseline. Units: ms.
 */
const recheckDelaysMs = [1_000, 2_000, 3_000, 5_000, 8_000, 13_000, 21_000] as const;

/** Age of a capture up to which its check may still be in progress. Units: ms. */
const recentMs = 120_000;

/** True for a complete capture of a URL with an image; an annotated copy is none. */
export function canBeBaseline(capture: CheckedCapture): boolean {
  const { url, status, screenshotUrl, imageWidth, annotatedFrom } = capture;
  if (url === undefined || annotatedFrom !== undefined) return false;
  return status === 'COMPLETE' && !!screenshotUrl && imageWidth !== null;
}

/**
 * Returns the checks of captures of one mode; nothing is requested if the organisation has no baseline.
 * Missing checks of captures that have just ended are requested again for a minute. `isKnown` is true
 * once the answer is known.
 */
export function useBaselineChecks(
  captures: readonly CheckedCapture[] | undefined,
  { isPaused = false } = {},
) {
  const ids = useMemo(() => captures?.filter(canBeBaseline).map(({ id }) => id) ?? [], [captures]);
  const waited = useWaited(captures);
  const isEnabled = ids.length > 0 && !isPaused;
  const livemode = captures?.[0]?.livemode ?? true;
  const hasBaselines = useHasBaselines({ livemode, isEnabled });
  const isAwaited = ({ id, createdAt }: CheckedCapture) =>
    waited.has(id) || Date.now() - Date.parse(createdAt) < recentMs;
  const { data, isPending, isPlaceholderData } = useQuery({
    queryKey: [...queryKeys.baselines, 'checks', ids],
    queryFn: ({ signal }) =>
      callApi('listBaselineChecks', { query: { screenshot_ids: ids.join(',') }, signal }),
    select: ({ checks }) => checks,
    enabled: isEnabled && hasBaselines === true,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const known = new Set(state.data?.checks.map(({ screenshotId }) => screenshotId));
      const isMissing = captures?.some(
        (one) => canBeBaseline(one) && !known.has(one.id) && isAwaited(one),
      );
      const requests = state.dataUpdateCount + state.errorUpdateCount;
      return (isMissing === true && recheckDelaysMs[requests - 1]) || false;
    },
    // Without them, the captures are listed without their checks.
    meta: { isSilent: () => true },
  });
  const checks: ReadonlyMap<string, BaselineCheck> = useMemo(
    () => new Map((hasBaselines === true ? data : [])?.map((one) => [one.screenshotId, one])),
    [data, hasBaselines],
  );
  const isKnown = hasBaselines === false || (!isPending && !isPlaceholderData);
  return { checks, hasBaselines: hasBaselines === true, isKnown };
}

/** Returns the captures that have been in progress since the page was opened. */
function useWaited(captures: readonly CheckedCapture[] | undefined): ReadonlySet<string> {
  const [waited, setWaited] = useState<ReadonlySet<string>>(new Set());
  const isNew = ({ id, status }: CheckedCapture) => !isTerminal(status) && !waited.has(id);
  const added = captures?.filter(isNew).map(({ id }) => id) ?? [];
  if (added.length > 0) setWaited(new Set([...waited, ...added]));
  return waited;
}

/** Compares a capture with its baseline at once. */
export function useCheckNow() {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { fallback: messages.checkFailed },
    mutationFn: (id: string) => callApi('checkBaseline', { body: { screenshot_id: id } }),
    onSuccess: () =>
      queryClient.invalidateQueries({ queryKey: [...queryKeys.baselines, 'checks'] }),
  });
}

import type { OperationData } from '@shotwright/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api/operations.ts';
import { queryKeys } from '../../lib/api/query-client.ts';
import type { Region } from './compare.rules.ts';

/** Time that an unused comparison stays in memory, because its image is large. Unit: ms. */
const comparisonGcMs = 60_000;

/** Two captures and the rules of their comparison. */
export interface ComparisonInput {
  readonly a: string;
  readonly b: string;
  readonly threshold: number;
  readonly ignored: readonly Region[];
  /** False while a capture is in progress. */
  readonly isReady: boolean;
}

/** Compares two captures. While new rules are compared, the previous result is returned. */
export function useComparison({ isReady, ...input }: ComparisonInput) {
  const { a, b, threshold, ignored } = input;
  return useQuery({
    queryKey: [...queryKeys.comparisons, input],
    queryFn: ({ signal }) =>
      callApi('compareScreenshots', {
        body: {
          before: a,
          after: b,
          threshold,
          ignore_regions: [...ignored],
          response_type: 'base64',
        },
        signal,
      }),
    select: withImageUrl,
    enabled: isReady,
    // Images do not change.
    staleTime: Infinity,
    gcTime: comparisonGcMs,
    placeholderData: (previous) =>
      previous?.before === a && previous.after === b ? previous : undefined,
    // The page displays the error itself.
    meta: { isSilent: () => true },
  });
}

/** Result of a comparison, with the URL of its image. */
export type ShownComparison = ReturnType<typeof withImageUrl>;

function withImageUrl({ image, ...comparison }: OperationData<'compareScreenshots'>) {
  const imageUrl = image && `data:${image.contentType};base64,${image.base64}`;
  return { ...comparison, imageUrl };
}

import { ApiError, errorMessage } from '../../lib/api/error.ts';
import { cn } from '../../lib/cn.ts';
import { compareMessages as messages } from '../../lib/messages/captures/compare.ts';
import { LoadError } from '../../ui/empty-state.tsx';
import { RangeField } from '../../ui/range-field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { ShownComparison, useComparison } from './compare.api.ts';
import { ranges, sizeText, verdictOf, type Side, type Size } from './compare.rules.ts';
import type { CompareView } from './compare-view.ts';

interface ResultProps {
  readonly view: CompareView;
  readonly comparison: ReturnType<typeof useComparison>;
  /** True while a capture is in progress. */
  readonly isWaiting: boolean;
  readonly sizes: Readonly<Record<Side, Size>> | undefined;
}

/** Result of the comparison, and its tolerance. */
export function ResultBar({ view, comparison, isWaiting, sizes }: ResultProps) {
  const { data, isError } = comparison;
  const { threshold } = ranges;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-4 px-4 py-4">
      <output
        aria-busy={comparison.isFetching}
        className="grid min-h-14 min-w-0 flex-1 basis-72 content-center gap-1"
      >
        {data && !isError && (
          <Verdict
            result={data}
            sizes={sizes}
            hasIgnored={view.ignored.length > 0}
            isStale={comparison.isPlaceholderData}
          />
        )}
        {!data && !isError && (
          <span className="flex items-center gap-2.5 text-muted">
            <Spinner />
            {isWaiting ? messages.waiting : messages.comparing}
          </span>
        )}
      </output>
      <RangeField
        label={messages.tolerance}
        numberLabel={messages.toleranceValue}
        help={messages.toleranceHelp}
        min={threshold.min}
        max={threshold.max}
        step={0.01}
        value={view.threshold}
        onValueChange={view.setThreshold}
        className="w-72 max-sm:w-full"
      />
    </div>
  );
}

function Verdict(props: {
  result: ShownComparison;
  sizes: ResultProps['sizes'];
  hasIgnored: boolean;
  isStale: boolean;
}) {
  const { result, sizes } = props;
  const { title, text } = verdictOf(result, props.hasIgnored);
  return (
    <span className={cn('grid gap-1 transition-opacity', props.isStale && 'opacity-50')}>
      <span className="figures text-figure font-semibold tracking-[-0.01em]">{title}</span>
      <span className="figures">{text}</span>
      {result.sizeDiffers && sizes && (
        <span className="figures max-w-[46rem] text-table text-muted">
          {messages.sizeDiffers(sizeText(sizes.a), sizeText(sizes.b))}
        </span>
      )}
    </span>
  );
}

/** Error of the comparison with the server's message, and a retry button if that may help. */
export function ComparisonError({
  comparison: { error, refetch },
}: Pick<ResultProps, 'comparison'>) {
  return (
    <LoadError
      title={messages.failed}
      help={errorMessage(error)}
      error={error}
      onRetry={isRetryable(error) ? () => void refetch() : undefined}
    />
  );
}

/** True for an error of the connection, and for one that the server calls retryable. */
function isRetryable(error: unknown): boolean {
  return !(error instanceof ApiError) || error.data?.retryable !== false;
}

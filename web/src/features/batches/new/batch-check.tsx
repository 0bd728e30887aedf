import type { BatchReceipt } from '@shotwright/contract';
import { errorMessage } from '../../../lib/api/error.ts';
import { useIsBillingOn } from '../../../lib/api/runtime-config.ts';
import { formatCount, formatCredits } from '../../../lib/format/format.ts';
import { newBatchMessages as messages } from '../../../lib/messages/captures/batches.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { FieldError } from '../../../ui/field.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useOverview } from '../../overview/overview.api.ts';
import { useBatchCheck, type BatchRequest } from '../batches.api.ts';
import { leftOutLines } from './batch-request.rules.ts';
import type { UrlList } from './url-list.rules.ts';

/** Time without changes after which the list is checked. Units: ms. */
const quietMs = 400;
/** Lines that are listed with their reason. */
const shownLines = 8;

/** Outlook of a list before it is captured, from the server: captures, costs, and lines left out. */
export function BatchCheck({ list, request }: { list: UrlList; request: BatchRequest | null }) {
  const wanted = request && JSON.stringify(request);
  const settled = useDebounced(wanted, quietMs);
  const { data, isFetching, isError, error } = useBatchCheck(settled);
  const isStale = isFetching || settled !== wanted;
  const isNothing = request === null && list.invalid.length === 0 && list.problem === undefined;
  return (
    <section aria-labelledby="batch-check" className="grid min-w-0 gap-3">
      <h2 id="batch-check" className="text-lead font-semibold">
        {messages.check}
      </h2>
      {isNothing && <p className="text-table text-muted">{messages.nothing}</p>}
      <output className="grid gap-3 empty:hidden">
        {list.problem !== undefined && <FieldError>{messages.problems[list.problem]}</FieldError>}
        {request !== null && isStale && (
          <span className="flex items-center gap-2 text-table text-muted">
            <Spinner />
            {messages.checking}
          </span>
        )}
        {request !== null && !isStale && data && <Outlook {...data} />}
        {request !== null && !isStale && isError && (
          <FieldError>{errorMessage(error, messages.checkFailed)}</FieldError>
        )}
      </output>
      {!isStale && <LeftOut lines={leftOutLines(list, data?.invalid ?? [])} />}
      <Columns {...list} />
    </section>
  );
}

function Outlook({ counts, creditRequired }: Pick<BatchReceipt, 'counts' | 'creditRequired'>) {
  return (
    <>
      <span className="figures text-title font-semibold">
        {messages.captures(formatCount(counts.accepted))}
      </span>
      {counts.duplicates > 0 && (
        <span className="text-table text-muted">{messages.duplicates(counts.duplicates)}</span>
      )}
      {useIsBillingOn() && <Cost credits={creditRequired} />}
    </>
  );
}

function Cost({ credits }: { credits: number }) {
  const { data } = useOverview();
  const left = data && data.credits - credits;
  return (
    <span className="figures text-table">
      <span className="font-medium">{messages.cost(formatCount(credits))}</span>
      {left !== undefined && left >= 0 && (
        <span className="text-muted"> · {messages.left(formatCredits(left))}</span>
      )}
      {left !== undefined && left < 0 && (
        <span className="mt-1 block text-amber">{messages.notEnough}</span>
      )}
    </span>
  );
}

function LeftOut({ lines }: { lines: ReturnType<typeof leftOutLines> }) {
  if (lines.length === 0) return null;
  const shown = lines.slice(0, shownLines);
  return (
    <div className="grid gap-1 rounded-control bg-amber-wash px-3 py-2.5 text-table">
      <p className="font-medium text-amber">{messages.invalid(lines.length)}</p>
      <ul className="grid gap-0.5 [overflow-wrap:anywhere]">
        {shown.map(({ line, reason }) => (
          <li key={line}>{messages.invalidLine(line, reason)}</li>
        ))}
      </ul>
      {lines.length > shownLines && (
        <p className="text-muted">{messages.moreInvalid(lines.length - shownLines)}</p>
      )}
    </div>
  );
}

function Columns({ optionColumns, unusedColumns }: UrlList) {
  return (
    <>
      {optionColumns.length > 0 && (
        <p className="text-table text-muted">{messages.optionColumns(optionColumns.join(', '))}</p>
      )}
      {unusedColumns.length > 0 && (
        <p className="text-table text-muted">{messages.unusedColumns(unusedColumns.join(', '))}</p>
      )}
    </>
  );
}

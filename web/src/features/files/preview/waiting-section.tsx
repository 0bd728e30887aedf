import type { Screenshot, WaitReport } from '@shotwright/contract';
import { waitingMessages as messages } from '../../../lib/messages/verdicts.ts';
import { MiddleEllipsis } from '../../../ui/middle-ellipsis.tsx';
import { durationText, timelineOf, type TimelineBar } from './timeline.rules.ts';

/** Report about what a capture waited for, as a timeline and in sentences. */
export function WaitingSection({
  waiting,
  timings,
}: {
  waiting: WaitReport;
  timings: Screenshot['timings'];
}) {
  const { bars, totalMs } = timelineOf(waiting, timings);
  return (
    <section aria-labelledby="file-waiting" className="grid gap-2">
      <div className="flex items-baseline justify-between gap-4 text-table">
        <h3 id="file-waiting" className="font-semibold">
          {messages.title}
        </h3>
        {totalMs > 0 && <span className="figures text-muted">{durationText(totalMs)}</span>}
      </div>
      {bars.length === 0 ? (
        <p className="text-table text-muted">{messages.nothing}</p>
      ) : (
        <ol aria-label={messages.timeline} className="grid gap-1.5">
          {bars.map((bar) => (
            <Bar key={bar.reason} bar={bar} totalMs={totalMs} />
          ))}
        </ol>
      )}
      <p className="text-label text-muted">
        {waiting.fallback === null ? messages.lead[waiting.clock] : messages.fallback}
      </p>
      {waiting.underWay.length > 0 && (
        <div className="grid gap-1">
          <h4 className="text-label font-medium">{messages.underWay}</h4>
          <RequestList requests={waiting.underWay} />
        </div>
      )}
      {waiting.requests.length > 0 && (
        <details>
          <summary className="cursor-pointer rounded-control py-1 text-label font-medium pointer-coarse:py-3.5">
            {messages.slowest(waiting.requests.length)}
          </summary>
          <RequestList requests={waiting.requests} />
        </details>
      )}
    </section>
  );
}

function Bar({ bar, totalMs }: { bar: TimelineBar; totalMs: number }) {
  const { reason, startMs, realMs, clockMs } = bar;
  const percentOf = (timeMs: number) => `${String(totalMs === 0 ? 0 : (timeMs / totalMs) * 100)}%`;
  // On the fast clock more time passes for the page than in reality.
  const isFast = clockMs >= realMs + 100;
  return (
    <li className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-center gap-x-3 text-label">
      <span>{reason === 'loading' ? messages.loading : messages.reasons[reason]}</span>
      <span aria-hidden="true" className="flex h-2 rounded-full bg-sunk">
        <span
          className="min-w-0.5 rounded-full bg-ink"
          style={{ marginLeft: percentOf(startMs), width: percentOf(realMs) }}
        />
      </span>
      <span className="figures min-w-13 text-right">{durationText(realMs)}</span>
      {isFast && (
        <span className="figures col-span-2 col-start-2 text-muted">
          {messages.ofPageTime(durationText(clockMs))}
        </span>
      )}
    </li>
  );
}

type ReportedRequest = WaitReport['underWay'][number] & { readonly waitedMs?: number };

function RequestList({ requests }: { requests: readonly ReportedRequest[] }) {
  return (
    <ul className="grid gap-1">
      {requests.map(({ kind, url, waitedMs }, at) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- one URL may be requested twice
          key={at}
          className="flex items-baseline justify-between gap-3 text-label"
        >
          <span className="shrink-0 text-muted">{messages.requests[kind]}</span>
          <MiddleEllipsis text={url} className="min-w-0 flex-1 font-mono" />
          {waitedMs !== undefined && (
            <span className="figures shrink-0">{durationText(waitedMs)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

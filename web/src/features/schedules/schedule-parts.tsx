import type { Schedule, ScheduleRun } from '@shotwright/contract';
import { Link } from 'react-router';
import { formatAhead } from '../../lib/format/format.ts';
import { scheduleMessages as messages } from '../../lib/messages/captures/schedules.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { ErrorDocsLink } from '../../ui/error-docs-link.tsx';
import { Time } from '../../ui/time.tsx';
import { percentText } from '../../lib/format/percent.ts';
import { timesText, zoneText } from './schedule-times.rules.ts';
import { comparisonUrl, momentText } from './schedules.rules.ts';

const tones: Readonly<Record<ScheduleRun['status'], Tone>> = {
  RUNNING: 'amber',
  COMPLETE: 'green',
  FAILED: 'red',
  SKIPPED: 'grey',
};

/** Status of a run; a change links to its comparison, a failure has its reason. */
export function RunStatus({ run }: { run: ScheduleRun }) {
  const { status, code } = run;
  return (
    <span className="grid min-w-0 justify-items-start gap-1 @max-xl:justify-items-end">
      <RunBadge run={run} />
      {status === 'FAILED' && (
        <span className="flex flex-wrap items-center gap-x-2 text-label text-red @max-xl:justify-end">
          {run.message ?? messages.noReason}
          {code !== null && <ErrorDocsLink code={code} className="min-h-6 text-label" />}
        </span>
      )}
      {status === 'SKIPPED' && (
        <span className="text-label text-muted">{messages.skippedText}</span>
      )}
    </span>
  );
}

function RunBadge({ run }: { run: ScheduleRun }) {
  const { status, changed, diffRatio } = run;
  if (changed !== true || diffRatio === null) {
    return <Badge tone={tones[status]}>{messages.statuses[status]}</Badge>;
  }
  const percent = percentText(diffRatio);
  const badge = <Badge tone="blue">{messages.changed(percent)}</Badge>;
  const to = comparisonUrl(run);
  if (to === null) return badge;
  return (
    <Link
      to={to}
      aria-label={`${messages.changed(percent)}: ${messages.comparison}`}
      className="target-line rounded-full underline decoration-blue/35 underline-offset-4 hover:decoration-current"
    >
      {badge}
    </Link>
  );
}

/** Times of a schedule in words, with its time zone. */
export function TimesText({ cron, timezone }: Pick<Schedule, 'cron' | 'timezone'>) {
  const words = timesText(cron);
  return (
    <span className="grid min-w-0 @max-xl:justify-items-end">
      <span className={words === cron ? 'font-mono text-label' : undefined}>{words}</span>
      <span className="text-label text-muted">{zoneText(timezone)}</span>
    </span>
  );
}

/** Next run of a schedule, or the reason why there is none. */
export function NextRun({ nextRuns: [next], pausedBy, timezone }: Schedule) {
  if (pausedBy !== null) {
    const isUser = pausedBy === 'user';
    return (
      <Badge tone={isUser ? 'grey' : 'red'}>
        {isUser ? messages.paused : messages.pausedByFailures}
      </Badge>
    );
  }
  if (next === undefined) return <span className="text-muted">{messages.never}</span>;
  return (
    <span className="grid min-w-0 @max-xl:justify-items-end">
      <span>{formatAhead(next)}</span>
      <span className="text-label text-muted">
        <Time value={next} text={momentText(next, timezone)} />
      </span>
    </span>
  );
}

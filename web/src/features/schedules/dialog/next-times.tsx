import type { OperationData } from '@shotwright/contract';
import { useId } from 'react';
import { fieldError } from '../../../lib/api/error.ts';
import { cn } from '../../../lib/cn.ts';
import { formatAhead } from '../../../lib/format/format.ts';
import { scheduleDialogMessages as messages } from '../../../lib/messages/captures/schedules.ts';
import { zoneText } from '../schedule-times.rules.ts';
import { momentText } from '../schedules.rules.ts';

/** Next times of the schedule of the dialog, as the server computes them. */
export function NextTimes(props: {
  preview: {
    readonly data: OperationData<'previewSchedule'> | undefined;
    readonly error: unknown;
    readonly isPlaceholderData: boolean;
    /** False until the times of the last change are checked. */
    readonly isCurrent: boolean;
  };
  isIncomplete: boolean;
  timezone: string;
}) {
  const { preview, timezone } = props;
  const id = useId();
  const isKnown = ['cron', 'timezone'].some((path) => fieldError(preview.error, path));
  const hasNone = props.isIncomplete || isKnown;
  const hasFailed = preview.error !== null && !isKnown;
  return (
    <section
      aria-labelledby={id}
      className="grid min-h-29 content-start gap-1.5 rounded-control border border-line bg-sunk px-4 py-3"
    >
      <h3 id={id} className="text-table font-medium">
        {messages.next}
        {timezone !== '' && <span className="font-normal text-muted"> · {zoneText(timezone)}</span>}
      </h3>
      <div aria-live="polite" className="text-table">
        {hasNone || hasFailed ? (
          <p className="text-muted">{hasFailed ? messages.previewFailed : messages.noNext}</p>
        ) : (
          <ol
            className={cn(
              'grid gap-1 transition-opacity',
              (preview.isPlaceholderData || !preview.isCurrent) && 'opacity-45',
            )}
          >
            {preview.data?.nextRuns.map((time) => (
              <li key={time} className="flex flex-wrap justify-between gap-x-4">
                <time dateTime={time} className="figures">
                  {momentText(time, timezone)}
                </time>
                <span className="text-muted">{formatAhead(time)}</span>
              </li>
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

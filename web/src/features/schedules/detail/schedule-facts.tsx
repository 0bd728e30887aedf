import type { Schedule } from '@shotwright/contract';
import { Pause, PenLine, Play, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  scheduleDialogMessages,
  scheduleMessages as messages,
} from '../../../lib/messages/captures/schedules.ts';
import { Button, buttonRowClasses, LoadingButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { MiddleEllipsis } from '../../../ui/middle-ellipsis.tsx';
import type { ScheduleActions } from '../schedule-menu.tsx';
import { NextRun, TimesText } from '../schedule-parts.tsx';
import { useChangePause } from '../schedules.api.ts';
import { toleranceText } from '../schedules.rules.ts';

/** Values of a schedule, and its actions. */
export function ScheduleFacts({
  schedule,
  onEdit,
  onDelete,
}: ScheduleActions & { schedule: Schedule }) {
  const { columns } = messages;
  return (
    <Card className="grid gap-5 p-5">
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <Fact label={columns.page}>
          {schedule.settingName}
          <MiddleEllipsis
            text={schedule.url ?? messages.html}
            className="font-mono text-label text-muted"
          />
        </Fact>
        <Fact label={columns.times}>
          <TimesText {...schedule} />
        </Fact>
        <Fact label={columns.next}>
          <NextRun {...schedule} />
        </Fact>
        <Fact label={messages.email}>
          {scheduleDialogMessages.notices[schedule.notify]}
          <span className="block text-label text-muted">
            {messages.toleranceOf(toleranceText(schedule.maxDiffRatio))}
          </span>
        </Fact>
      </dl>
      <div className={buttonRowClasses}>
        <PauseButton schedule={schedule} />
        <Button variant="outline" onClick={() => onEdit(schedule)}>
          <PenLine aria-hidden="true" />
          {messages.edit}
        </Button>
        <Button variant="outline" onClick={() => onDelete(schedule)}>
          <Trash2 aria-hidden="true" />
          {messages.delete}
        </Button>
      </div>
    </Card>
  );
}

function PauseButton({ schedule }: { schedule: Schedule }) {
  const change = useChangePause();
  const isPaused = schedule.pausedBy !== null;
  return (
    <LoadingButton
      variant="outline"
      isLoading={change.isPending}
      loadingText={isPaused ? messages.resuming : messages.pausing}
      onClick={() => change.mutate(schedule)}
    >
      {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      {isPaused ? messages.resume : messages.pause}
    </LoadingButton>
  );
}

function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-1 text-label text-muted">{props.label}</dt>
      <dd className="[overflow-wrap:anywhere] text-table">{props.children}</dd>
    </div>
  );
}

import type { Schedule } from '@shotwright/contract';
import { Aperture, History, Pause, PenLine, Play, Trash2 } from 'lucide-react';
import { scheduleMessages as messages } from '../../lib/messages/captures/schedules.ts';
import { RowMenu } from '../../ui/icon-button.tsx';
import { useRights } from '../accounts/session/rights.tsx';
import { useChangePause, useRunSchedule } from './schedules.api.ts';

/** Actions of a schedule that its page handles. */
export interface ScheduleActions {
  readonly onEdit: (schedule: Schedule) => void;
  readonly onDelete: (schedule: Schedule) => void;
}

/** Menu of the actions of a schedule. */
export function ScheduleMenu({
  schedule,
  onEdit,
  onDelete,
}: ScheduleActions & { schedule: Schedule }) {
  const { scheduleId, name, pausedBy } = schedule;
  const run = useRunSchedule();
  const changePause = useChangePause();
  const mayEdit = useRights()('edit');
  const runs = {
    label: messages.runs,
    icon: <History />,
    to: `/dashboard/schedules/${scheduleId}`,
  };
  return (
    <RowMenu
      label={messages.more(name)}
      subject={scheduleId}
      items={
        mayEdit
          ? [
              { label: messages.run, icon: <Aperture />, onSelect: () => run.mutate(scheduleId) },
              { label: messages.edit, icon: <PenLine />, onSelect: () => onEdit(schedule) },
              {
                label: pausedBy === null ? messages.pause : messages.resume,
                icon: pausedBy === null ? <Pause /> : <Play />,
                onSelect: () => changePause.mutate(schedule),
              },
              runs,
              { label: messages.delete, icon: <Trash2 />, onSelect: () => onDelete(schedule) },
            ]
          : [runs]
      }
    />
  );
}

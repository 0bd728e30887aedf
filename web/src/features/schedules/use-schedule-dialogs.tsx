import type { Schedule } from '@shotwright/contract';
import { useState, type ReactNode } from 'react';
import { scheduleMessages as messages } from '../../lib/messages/captures/schedules.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { ScheduleDialog } from './dialog/schedule-dialog.tsx';
import { useDeleteSchedule } from './schedules.api.ts';

/**
 * Dialog over the page; each opening has its own `openCount`, so that earlier input does not
 * reappear.
 */
interface Opening {
  readonly openCount: number;
  readonly isOpen: boolean;
  /** Undefined for a new schedule. */
  readonly schedule: Schedule | undefined;
  /** Saved setting of a new schedule. */
  readonly settingId: number | null;
}

/** Dialogs of the schedules, to be rendered once, and the functions that open them. */
export interface ScheduleDialogs {
  create(settingId?: number): void;
  edit(schedule: Schedule): void;
  remove(schedule: Schedule): void;
  readonly dialogs: ReactNode;
}

/** Returns the {@link ScheduleDialogs}; `onDeleted` runs after a schedule has been deleted. */
export function useScheduleDialogs(onDeleted?: () => void): ScheduleDialogs {
  const [editing, setEditing] = useState<Opening>({
    openCount: 0,
    isOpen: false,
    schedule: undefined,
    settingId: null,
  });
  const [removing, setRemoving] = useState<{ schedule: Schedule; isOpen: boolean } | null>(null);
  const open = (schedule: Schedule | undefined, settingId: number | null) =>
    setEditing(({ openCount }) => ({
      openCount: openCount + 1,
      isOpen: true,
      schedule,
      settingId,
    }));
  const remove = useDeleteSchedule();
  const returnFocus = useReturnFocus();
  const close = () => setRemoving(removing && { ...removing, isOpen: false });
  return {
    create: (settingId) => open(undefined, settingId ?? null),
    edit: (schedule) => open(schedule, null),
    remove: (schedule) => {
      returnFocus.remember();
      setRemoving({ schedule, isOpen: true });
    },
    dialogs: (
      <>
        {editing.openCount > 0 && (
          <ScheduleDialog
            key={editing.openCount}
            open={editing.isOpen}
            schedule={editing.schedule}
            settingId={editing.settingId}
            onClose={() => setEditing({ ...editing, isOpen: false })}
          />
        )}
        {removing && (
          <DeleteDialog
            open={removing.isOpen}
            onOpenChange={close}
            type="schedule"
            name={removing.schedule.name}
            isDeleting={remove.isPending}
            finalFocus={returnFocus.finalFocus}
            onDelete={() =>
              remove.mutate(removing.schedule.scheduleId, {
                onSuccess: () => {
                  close();
                  onDeleted?.();
                },
              })
            }
          >
            <p className="mt-2 text-body text-muted">{messages.deleteNote}</p>
          </DeleteDialog>
        )}
      </>
    ),
  };
}

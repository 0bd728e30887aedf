import type { Schedule } from '@shotwright/contract';
import { useRef, useState, type FormEvent } from 'react';
import { fieldError } from '../../../lib/api/error.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { scheduleDialogMessages as messages } from '../../../lib/messages/captures/schedules.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button, LoadingButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { focusFirstError } from '../../../ui/field.tsx';
import { useSavedSettings } from '../../saved-settings/saved-settings.api.ts';
import { cronOf } from '../schedule-times.rules.ts';
import { useSaveSchedule, useSchedulePreview } from '../schedules.api.ts';
import {
  draftOf,
  missingFields,
  scheduleBodyOf,
  type ScheduleDraft,
  type ScheduleField,
} from '../schedules.rules.ts';
import { NextTimes } from './next-times.tsx';
import { ScheduleFields } from './schedule-fields.tsx';

/** Time after the last change until the times are checked. Units: ms. */
const quietMs = 300;

interface DialogProps {
  readonly open: boolean;
  /** Undefined for a new schedule. */
  readonly schedule: Schedule | undefined;
  readonly settingId: number | null;
  readonly onClose: () => void;
}

/** Dialog that creates a schedule, or edits an existing one. */
export function ScheduleDialog(props: DialogProps) {
  const { schedule } = props;
  const name = useRef<HTMLInputElement>(null);
  const form = useScheduleForm(props);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    form.submit(() => focusFirstError(currentTarget));
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      title={schedule ? messages.editTitle : messages.createTitle}
      size="wide"
      isBusy={form.isSaving}
      isDirty={form.isDirty}
      initialFocus={name}
    >
      <form noValidate onSubmit={submit} className="grid min-w-0 gap-4">
        <ScheduleFields
          draft={form.draft}
          name={form.name}
          nameRef={name}
          settings={form.settings}
          errorOf={form.errorOf}
          onChange={form.change}
        />
        <NextTimes
          preview={form.preview}
          isIncomplete={form.times === null}
          timezone={form.draft.timezone}
        />
        <DialogActions className="mt-0">
          <Button variant="outline" disabled={form.isSaving} onClick={props.onClose}>
            {commonMessages.cancel}
          </Button>
          <LoadingButton
            type="submit"
            isLoading={form.isSaving}
            loadingText={schedule ? messages.saving : messages.creating}
          >
            {schedule ? messages.save : messages.create}
          </LoadingButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** State of the dialog: its draft, the errors of its fields, the next times, and saving. */
function useScheduleForm({ schedule, settingId, onClose }: DialogProps) {
  const [before] = useState(() => draftOf(schedule, settingId));
  const [draft, setDraft] = useState<ScheduleDraft>(before);
  const [isSubmitted, setSubmitted] = useState(false);
  const settings = useSavedSettings();
  const save = useSaveSchedule(schedule);
  const chosen = settings.data?.find(({ id }) => id === draft.settingId);
  const name = draft.name ?? chosen?.name ?? '';
  const missing = missingFields(draft, name);
  const cron = cronOf(draft);
  const { timezone } = draft;
  const times = cron !== null && timezone !== '' ? JSON.stringify({ cron, timezone }) : null;
  const checked = useDebounced(times, quietMs);
  const preview = useSchedulePreview(checked);
  return {
    draft,
    name,
    settings,
    times,
    // Errors of the times before the last change are not shown.
    preview: { ...preview, isCurrent: checked === times },
    isSaving: save.isPending,
    isDirty: JSON.stringify(draft) !== JSON.stringify(before),
    change: (part: Partial<ScheduleDraft>) => {
      save.reset();
      setDraft({ ...draft, ...part });
    },
    errorOf: (field: ScheduleField): string | undefined => {
      if (isSubmitted && missing.includes(field)) return messages.missing[field];
      const ofPreview = checked === times ? fieldError(preview.error, field) : undefined;
      return fieldError(save.error, field) ?? ofPreview;
    },
    submit: (onError: () => void) => {
      setSubmitted(true);
      const body = scheduleBodyOf(draft, name);
      if (body === undefined) return onError();
      if (!save.isPending) save.mutate(body, { onSuccess: onClose, onError });
    },
  };
}

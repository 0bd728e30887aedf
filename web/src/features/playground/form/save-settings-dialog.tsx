import type { SavedSetting } from '@shotwright/contract';
import { savedOptionsOf } from '@shotwright/contract/capture-options';
import { textLimits } from '@shotwright/contract/paths';
import { useRef, useState, type FormEvent } from 'react';
import { commonMessages } from '../../../lib/messages/common.ts';
import { playgroundMessages as messages } from '../../../lib/messages/playground.ts';
import { Button, LoadingButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Field, TextField, Textarea } from '../../../ui/field.tsx';
import { secretsFrom, type CaptureForm } from './capture-form.rules.ts';
import { buildPayload } from './capture-request.ts';
import { useSaveSetting } from '../playground.api.ts';

interface SaveSettingsProps {
  form: CaptureForm;
  /** Setting to replace. */
  edited: SavedSetting | undefined;
  onUpdated: (setting: SavedSetting) => void;
  onClose: () => void;
}

function useSettingForm({ form, edited, onUpdated, onClose }: SaveSettingsProps) {
  const [name, setName] = useState(edited?.name ?? '');
  const [description, setDescription] = useState(edited?.description ?? '');
  const save = useSaveSetting(edited?.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '' || save.isPending) return;
    const about = description.trim();
    const secretsFromId = secretsFrom(form);
    const input = {
      name: name.trim(),
      ...(about !== '' && { description: about }),
      options: savedOptionsOf(form.mode, buildPayload(form)),
      projectId: Number(form.project_id),
      ...(secretsFromId !== undefined && { secretsFromId }),
    };
    save.mutate(input, {
      onSuccess: ({ setting, ...shown }) => {
        if (edited) onUpdated({ ...setting, name: shown.name, description: shown.description });
        onClose();
      },
    });
  };
  const isDirty = name !== (edited?.name ?? '') || description !== (edited?.description ?? '');
  return { name, setName, description, setDescription, isDirty, isBusy: save.isPending, submit };
}

/** Saves the form as a named setting: a new one, or the one being edited. */
export function SaveSettingsDialog(props: SaveSettingsProps) {
  const setting = useSettingForm(props);
  const input = useRef<HTMLInputElement>(null);
  const title = props.edited ? messages.updateSettings : messages.saveSettings;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && props.onClose()}
      title={title}
      description={messages.saveLead}
      isBusy={setting.isBusy}
      isDirty={setting.isDirty}
      initialFocus={input}
    >
      <form noValidate onSubmit={setting.submit} className="grid gap-4">
        <TextField
          label={messages.settingName}
          ref={input}
          maxLength={textLimits.name}
          autoComplete="off"
          value={setting.name}
          onChange={(event) => setting.setName(event.target.value)}
        />
        <Field label={messages.settingDescription} isOptional>
          {(control) => (
            <Textarea
              {...control}
              maxLength={textLimits.description}
              value={setting.description}
              onChange={(event) => setting.setDescription(event.target.value)}
            />
          )}
        </Field>
        <DialogActions className="mt-2">
          <Button variant="outline" disabled={setting.isBusy} onClick={props.onClose}>
            {commonMessages.cancel}
          </Button>
          <LoadingButton
            type="submit"
            disabled={setting.name.trim() === ''}
            isLoading={setting.isBusy}
          >
            {title}
          </LoadingButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}

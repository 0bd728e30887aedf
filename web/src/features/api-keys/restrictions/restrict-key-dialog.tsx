import type { ApiKey } from '@shotwright/contract';
import { useState, type FormEvent } from 'react';
import { apiKeyMessages } from '../../../lib/messages/api-keys.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { keyRestrictionMessages as messages } from '../../../lib/messages/security/key-restrictions.ts';
import { Button, LoadingButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { focusFirstError } from '../../../ui/field.tsx';
import { useUpdateApiKey } from '../api-keys.api.ts';
import { RestrictionFields } from './restriction-fields.tsx';
import {
  changedRestrictions,
  restrictionErrors,
  restrictionsDraftOf,
} from './restrictions.rules.ts';

/** Dialog that changes the restrictions of a key; it stays open if the server rejects a field. */
export function RestrictKeyDialog(props: {
  apiKey: ApiKey;
  open: boolean;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}) {
  const { apiKey, open, onClose, finalFocus } = props;
  // As it was when the dialog opened, because a saved change is shown at once.
  const [before] = useState(() => restrictionsDraftOf(apiKey));
  const [draft, setDraft] = useState(before);
  const update = useUpdateApiKey();
  const errors = restrictionErrors(draft, update.error);
  const change = changedRestrictions(draft, before);
  const isDirty = Object.keys(change).length > 0;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (update.isPending) return;
    if (Object.keys(errors).length > 0) return focusFirstError(form);
    if (!isDirty) return onClose();
    update.mutate(
      { key: apiKey, change },
      { onSuccess: onClose, onError: () => focusFirstError(form) },
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={messages.title}
      description={messages.text(apiKey.name)}
      isBusy={update.isPending}
      isDirty={isDirty}
      finalFocus={finalFocus}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <RestrictionFields
          draft={draft}
          errors={errors}
          onChange={(part) => {
            setDraft({ ...draft, ...part });
            update.reset();
          }}
        />
        <DialogActions className="mt-2">
          <Button variant="outline" disabled={update.isPending} onClick={onClose}>
            {commonMessages.cancel}
          </Button>
          <LoadingButton type="submit" isLoading={update.isPending}>
            {apiKeyMessages.save}
          </LoadingButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}

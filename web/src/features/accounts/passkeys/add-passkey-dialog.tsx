import { textLimits } from '@shotwright/contract/paths';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { fieldError } from '../../../lib/api/error.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { passkeyMessages as messages } from '../../../lib/messages/security/passkeys.ts';
import { Button, LoadingButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { describeDevice } from '../session/device-name.ts';
import { useAddPasskey } from './passkeys.api.ts';

/** Dialog that names a new passkey, and asks for the password only if the server requires it. */
export function AddPasskeyDialog(props: { open: boolean; onClose: () => void }) {
  const add = useAddPasskey();
  return (
    <Dialog
      open={props.open}
      onOpenChange={(next) => !next && props.onClose()}
      title={messages.addTitle}
      description={messages.addText}
      isBusy={add.isPending}
    >
      <AddPasskeyForm add={add} onClose={props.onClose} />
    </Dialog>
  );
}

function AddPasskeyForm(props: { add: ReturnType<typeof useAddPasskey>; onClose: () => void }) {
  const { add } = props;
  const [name, setName] = useState(
    () => describeDevice(navigator.userAgent) ?? messages.defaultName,
  );
  const [currentPassword, setCurrentPassword] = useState('');
  const [needsPassword, setNeedsPassword] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = name.trim();
    if (trimmed === '') return input.current?.focus();
    if (add.isPending) return;
    add.mutate(
      { name: trimmed, ...(currentPassword !== '' && { currentPassword }) },
      {
        onSuccess: props.onClose,
        onError: (error) => {
          if (fieldError(error, 'currentPassword') !== undefined) setNeedsPassword(true);
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <TextField
        label={messages.name}
        help={messages.nameHelp}
        error={name.trim() === '' ? messages.nameRequired : fieldError(add.error, 'name')}
        ref={input}
        name="name"
        maxLength={textLimits.name}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {needsPassword && (
        <PasswordField
          error={fieldError(add.error, 'currentPassword')}
          value={currentPassword}
          onChange={(value) => {
            setCurrentPassword(value);
            add.reset();
          }}
        />
      )}
      <DialogActions className="mt-2">
        <Button variant="outline" disabled={add.isPending} onClick={props.onClose}>
          {commonMessages.cancel}
        </Button>
        <LoadingButton type="submit" isLoading={add.isPending} loadingText={messages.waiting}>
          {messages.continue}
        </LoadingButton>
      </DialogActions>
    </form>
  );
}

/** Takes the focus when it appears, because the form was submitted without it. */
function PasswordField(props: {
  error: string | undefined;
  value: string;
  onChange: (value: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <TextField
      label={messages.password}
      error={props.error}
      control={PasswordInput}
      ref={input}
      name="currentPassword"
      autoComplete="current-password"
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

import { textLimits } from '@shotwright/contract/paths';
import { useRef, useState, type FormEvent, type Ref } from 'react';
import { fieldError } from '../../lib/api/error.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { teamMessages as messages } from '../../lib/messages/team/team.ts';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { emailError } from '../accounts/account.rules.ts';
import { useInvite } from './team.api.ts';
import { givenRole, roleOptions } from './team.rules.ts';

/** Dialog that invites a user by email. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('developer');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const invite = useInvite();
  const isBillingOn = useIsBillingOn();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = emailError(email);
    const chosen = givenRole(role);
    setError(found);
    if (found !== undefined) return input.current?.focus();
    if (chosen === undefined || invite.isPending) return;
    invite.mutate({ email: email.trim(), role: chosen }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={messages.inviteTitle}
      description={messages.inviteText}
      isBusy={invite.isPending}
      isDirty={email.trim() !== ''}
      initialFocus={input}
    >
      <form noValidate onSubmit={submit} className="grid gap-4">
        <EmailField
          inputRef={input}
          value={email}
          error={error ?? fieldError(invite.error, 'email')}
          onChange={(value) => {
            setEmail(value);
            setError(undefined);
            invite.reset();
          }}
        />
        <Field label={messages.role}>
          {(control) => (
            <Select
              {...control}
              options={roleOptions(isBillingOn)}
              value={role}
              onValueChange={setRole}
            />
          )}
        </Field>
        <DialogActions className="mt-2">
          <Button variant="outline" disabled={invite.isPending} onClick={onClose}>
            {commonMessages.cancel}
          </Button>
          <LoadingButton type="submit" isLoading={invite.isPending} loadingText={messages.sending}>
            {messages.send}
          </LoadingButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function EmailField(props: {
  inputRef: Ref<HTMLInputElement>;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  return (
    <Field label={messages.email} error={props.error}>
      {(control) => (
        <Input
          {...control}
          ref={props.inputRef}
          type="email"
          autoComplete="off"
          maxLength={textLimits.email}
          value={props.value}
          onChange={(event) => props.onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

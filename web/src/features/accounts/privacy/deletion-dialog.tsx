import type { User } from '@shotwright/contract';
import { deletionGraceDays, textLimits } from '@shotwright/contract/paths';
import { useRef, useState, type FormEvent } from 'react';
import { fieldError } from '../../../lib/api/error.ts';
import { formatDate } from '../../../lib/format/format.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { privacyMessages } from '../../../lib/messages/security/privacy.ts';
import { Button, LoadingButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { PasswordInput } from '../../../ui/password-input.tsx';
import { useScheduleDeletion } from './privacy.api.ts';

const messages = privacyMessages.deletion;
const dayMs = 86_400_000;

interface Draft {
  readonly email: string;
  readonly currentPassword: string;
}

/** Dialog that confirms the deletion of the account with its email and its password. */
export function DeletionDialog(props: { user: User; open: boolean; onClose: () => void }) {
  const schedule = useScheduleDeletion();
  const [date] = useState(() =>
    formatDate(new Date(Date.now() + deletionGraceDays * dayMs).toISOString()),
  );
  return (
    <Dialog
      open={props.open}
      onOpenChange={(next) => !next && props.onClose()}
      title={messages.title}
      description={messages.confirmText(date)}
      isBusy={schedule.isPending}
    >
      <DeletionForm user={props.user} schedule={schedule} onClose={props.onClose} />
    </Dialog>
  );
}

function DeletionForm(props: {
  user: User;
  schedule: ReturnType<typeof useScheduleDeletion>;
  onClose: () => void;
}) {
  const { user, schedule } = props;
  const [draft, setDraft] = useState<Draft>({ email: '', currentPassword: '' });
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const errors = errorsOf(draft, user);
  const set = (field: keyof Draft) => (event: { target: { value: string } }) => {
    setDraft({ ...draft, [field]: event.target.value });
    schedule.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const wrong = Object.keys(errors)[0];
    const field = wrong === undefined ? null : form.current?.elements.namedItem(wrong);
    if (field instanceof HTMLElement) return field.focus();
    if (schedule.isPending) return;
    const { email, currentPassword } = draft;
    const body = { email, ...(hasPassword(user) && { currentPassword }) };
    schedule.mutate(body, { onSuccess: props.onClose });
  };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <ConfirmationFields
        user={user}
        draft={draft}
        errorOf={(field) =>
          (isTried ? errors[field] : undefined) ?? fieldError(schedule.error, field)
        }
        onChange={set}
      />
      <DialogActions className="mt-2">
        <Button variant="outline" disabled={schedule.isPending} onClick={props.onClose}>
          {commonMessages.cancel}
        </Button>
        <LoadingButton
          type="submit"
          variant="destructive"
          isLoading={schedule.isPending}
          loadingText={messages.confirming}
        >
          {messages.confirm}
        </LoadingButton>
      </DialogActions>
    </form>
  );
}

function ConfirmationFields(props: {
  user: User;
  draft: Draft;
  errorOf: (field: keyof Draft) => string | undefined;
  onChange: (field: keyof Draft) => (event: { target: { value: string } }) => void;
}) {
  const { user, draft, errorOf, onChange } = props;
  return (
    <>
      <TextField
        label={messages.email}
        help={messages.emailHelp(user.email)}
        error={errorOf('email')}
        name="email"
        type="email"
        autoComplete="off"
        maxLength={textLimits.email}
        value={draft.email}
        onChange={onChange('email')}
      />
      {hasPassword(user) && (
        <TextField
          label={messages.password}
          error={errorOf('currentPassword')}
          control={PasswordInput}
          name="currentPassword"
          autoComplete="current-password"
          value={draft.currentPassword}
          onChange={onChange('currentPassword')}
        />
      )}
    </>
  );
}

const hasPassword = ({ provider }: User): boolean => provider === 'EMAIL';

function errorsOf({ email, currentPassword }: Draft, user: User): Partial<Draft> {
  return {
    ...(email.trim().toLowerCase() !== user.email && { email: messages.emailWrong }),
    ...(hasPassword(user) &&
      currentPassword === '' && { currentPassword: messages.passwordRequired }),
  };
}

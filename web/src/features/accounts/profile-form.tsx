import type { User } from '@shotwright/contract';
import { textLimits } from '@shotwright/contract/paths';
import { useRef, useState, type FormEvent } from 'react';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { settingsMessages as messages } from '../../lib/messages/settings.ts';
import { LoadingButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx';
import { useUpdateProfile } from './profile.api.ts';
import { isChanged, profileErrors, profilePatch, type ProfileDraft } from './profile.rules.ts';

/** Form for the name and password of the signed-in user. */
export function ProfileForm({ user }: { user: User }) {
  const [draft, setDraft] = useState(() => draftOf(user));
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const update = useUpdateProfile();
  const errors = profileErrors(draft);
  const shown = isTried ? errors : {};
  const hasChanged = isChanged(draft, user);
  const set = (field: keyof ProfileDraft) => (event: { target: { value: string } }) =>
    setDraft({ ...draft, [field]: event.target.value });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const firstWrong = Object.keys(errors)[0];
    if (firstWrong !== undefined) {
      const field = form.current?.elements.namedItem(firstWrong);
      return field instanceof HTMLElement ? field.focus() : undefined;
    }
    update.mutate(profilePatch(draft), {
      onSuccess: (data) => {
        setDraft(draftOf(data.user));
        setTried(false);
      },
    });
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid max-w-2xl gap-6">
      <UnsavedGuard isDirty={hasChanged && !update.isPending} />
      <TextField
        label={accountMessages.email}
        help={messages.emailFixed}
        type="email"
        readOnly
        value={user.email}
      />
      <NameFields draft={draft} error={shown.firstName} onChange={set} />
      {user.provider === 'GOOGLE' ? (
        <GoogleNote />
      ) : (
        <PasswordFields draft={draft} errors={shown} onChange={set} />
      )}
      <LoadingButton
        type="submit"
        isLoading={update.isPending}
        loadingText={messages.saving}
        disabled={!hasChanged}
        className="w-fit max-sm:w-full"
      >
        {messages.save}
      </LoadingButton>
    </form>
  );
}

function NameFields(props: {
  draft: ProfileDraft;
  error: string | undefined;
  onChange: (field: keyof ProfileDraft) => (event: { target: { value: string } }) => void;
}) {
  const limit = { maxLength: textLimits.personName };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={accountMessages.firstName}
        error={props.error}
        name="firstName"
        autoComplete="given-name"
        {...limit}
        value={props.draft.firstName}
        onChange={props.onChange('firstName')}
      />
      <TextField
        label={accountMessages.lastName}
        isOptional
        name="lastName"
        autoComplete="family-name"
        {...limit}
        value={props.draft.lastName}
        onChange={props.onChange('lastName')}
      />
    </div>
  );
}

function GoogleNote() {
  return (
    <div className="grid gap-0.5 rounded-card border border-line bg-card px-5 py-4">
      <h2 className="font-semibold">{messages.googleTitle}</h2>
      <p className="text-muted">{messages.googleText}</p>
    </div>
  );
}

function PasswordFields(props: {
  draft: ProfileDraft;
  errors: Partial<Record<keyof ProfileDraft, string>>;
  onChange: (field: keyof ProfileDraft) => (event: { target: { value: string } }) => void;
}) {
  const { draft, errors, onChange } = props;
  return (
    <fieldset className="grid gap-4 border-t border-line pt-6">
      <legend className="sr-only">{messages.changePassword}</legend>
      <div>
        <h2 className="font-semibold">{messages.changePassword}</h2>
        <p className="text-table text-muted">{messages.changePasswordHelp}</p>
      </div>
      <TextField
        label={messages.currentPassword}
        help={messages.currentPasswordHelp}
        error={errors.currentPassword}
        control={PasswordInput}
        name="currentPassword"
        autoComplete="current-password"
        value={draft.currentPassword}
        onChange={onChange('currentPassword')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={messages.newPassword}
          error={errors.password}
          control={PasswordInput}
          name="password"
          autoComplete="new-password"
          value={draft.password}
          onChange={onChange('password')}
        />
        <TextField
          label={messages.confirmNewPassword}
          error={errors.confirmPassword}
          control={PasswordInput}
          name="confirmPassword"
          autoComplete="new-password"
          value={draft.confirmPassword}
          onChange={onChange('confirmPassword')}
        />
      </div>
    </fieldset>
  );
}

function draftOf(user: User): ProfileDraft {
  return {
    firstName: user.firstName,
    lastName: user.lastName,
    password: '',
    confirmPassword: '',
    currentPassword: '',
  };
}

import { textLimits } from '@shotwright/contract/paths';
import { useRef, useState, type FormEvent } from 'react';
import { accountMessages } from '../../lib/messages/accounts.ts';
import { inviteMessages as messages } from '../../lib/messages/team/team.ts';
import { LoadingButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { newPasswordError } from '../accounts/account.rules.ts';
import { useAcceptInvite } from './invitation.api.ts';

interface AcceptFormProps {
  readonly token: string;
  readonly email: string;
}

const empty = { firstName: '', lastName: '', password: '' };

/** Form that creates a user with the token of an invitation. */
export function AcceptForm({ token, email }: AcceptFormProps) {
  const { form, field, submit, isPending } = useAcceptForm(token);
  const name = { maxLength: textLimits.personName };
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      {/* Lets password managers store the email with the password. */}
      <TextField
        label={accountMessages.email}
        type="email"
        autoComplete="username"
        value={email}
        readOnly
      />
      <TextField
        label={messages.firstName}
        autoComplete="given-name"
        {...name}
        {...field('firstName')}
      />
      <TextField
        label={messages.lastName}
        autoComplete="family-name"
        {...name}
        {...field('lastName')}
      />
      <TextField
        label={messages.password}
        control={PasswordInput}
        autoComplete="new-password"
        {...field('password')}
      />
      <LoadingButton
        type="submit"
        size="lg"
        isLoading={isPending}
        loadingText={messages.accepting}
        className="mt-1 w-full"
      >
        {messages.accept}
      </LoadingButton>
    </form>
  );
}

function useAcceptForm(token: string) {
  const [draft, setDraft] = useState(empty);
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const accept = useAcceptInvite();
  const errors = {
    firstName: draft.firstName.trim() === '' ? accountMessages.firstNameRequired : undefined,
    lastName: undefined,
    password: newPasswordError(draft.password),
  };
  return {
    form,
    isPending: accept.isPending,
    field: (name: keyof typeof empty) => ({
      name,
      error: isTried && errors[name],
      value: draft[name],
      onChange: ({ target }: { target: { value: string } }) =>
        setDraft({ ...draft, [name]: target.value }),
    }),
    submit: (event: FormEvent) => {
      event.preventDefault();
      setTried(true);
      const wrong = (['firstName', 'password'] as const).find((name) => errors[name] !== undefined);
      const control = wrong && form.current?.elements.namedItem(wrong);
      if (control instanceof HTMLElement) return control.focus();
      accept.mutate({ ...draft, token, firstName: draft.firstName.trim() });
    },
  };
}

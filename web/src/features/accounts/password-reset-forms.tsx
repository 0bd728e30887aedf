import { useRef, useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { accountMessages as messages } from '../../lib/messages/accounts.ts';
import { LoadingButton } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { emailError, newPasswordError } from './account.rules.ts';
import { useForgotPassword, useResetPassword } from './accounts.api.ts';
import { PasswordRules } from './password-rules.tsx';

/** Form that requests a password reset link by email. */
export function ForgotPasswordForm(props: { onSent: () => void }) {
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const forgot = useForgotPassword();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = emailError(email);
    setError(found);
    if (found !== undefined) return input.current?.focus();
    forgot.mutate({ email: email.trim() }, { onSuccess: props.onSent });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label={messages.email} error={error}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <LoadingButton type="submit" size="lg" isLoading={forgot.isPending} className="w-full">
        {messages.sendLink}
      </LoadingButton>
    </form>
  );
}

/** Form that sets a new password with the token of a reset link. */
export function ResetPasswordForm({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [isTried, setTried] = useState(false);
  const passwordInput = useRef<HTMLInputElement>(null);
  const confirmInput = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const reset = useResetPassword();
  const passwordWrong = newPasswordError(password);
  const confirmWrong = password === confirmation ? undefined : messages.passwordsDiffer;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (passwordWrong !== undefined) return passwordInput.current?.focus();
    if (confirmWrong !== undefined) return confirmInput.current?.focus();
    reset.mutate({ token, password }, { onSuccess: () => void navigate('/', { replace: true }) });
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <div className="grid gap-2">
        <Field label={messages.newPassword} error={isTried && passwordWrong}>
          {(control) => (
            <PasswordInput
              {...control}
              ref={passwordInput}
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <PasswordRules password={password} confirmation={confirmation} />
      </div>
      <Field label={messages.confirmPassword} error={isTried && confirmWrong}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={confirmInput}
            autoComplete="new-password"
            value={confirmation}
            onChange={(event) => setConfirmation(event.target.value)}
          />
        )}
      </Field>
      <LoadingButton type="submit" size="lg" isLoading={reset.isPending} className="w-full">
        {messages.savePassword}
      </LoadingButton>
    </form>
  );
}

import { KeyRound } from 'lucide-react';
import { useRef, type FormEvent } from 'react';
import { Link } from 'react-router';
import { accountMessages as messages } from '../../lib/messages/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useIdentity, usePasskeySignIn, useSignIn } from './accounts.api.ts';
import { IdentityButton } from './identity/identity-button.tsx';
import { useIdentityReturn } from './identity/identity.ts';
import { usePasskeyObstacle } from './passkeys/availability.ts';
import { useAuth } from './session/auth-context.tsx';

/**
 * Sign-in form with email and password. If either is empty, nothing is sent and no error is shown.
 * Source: specification §5.
 */
export function SignInForm() {
  const signIn = useSignIn();
  const identity = useIdentity('sign-in');
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  useIdentityReturn((code) => identity.mutate({ code }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Read from the DOM because some browsers autofill saved logins without firing events.
    const email = emailInput.current?.value.trim() ?? '';
    const typed = passwordInput.current?.value ?? '';
    if (email === '') return emailInput.current?.focus();
    if (typed === '') return passwordInput.current?.focus();
    if (signIn.isPending) return;
    signIn.mutate({ email, password: typed }, { onError: () => passwordInput.current?.focus() });
  };

  return (
    <div className="grid gap-4">
      <ExpiredNotice />
      <IdentityButton
        purpose="sign-in"
        isBusy={identity.isPending}
        onCredential={(code) => identity.mutate({ code })}
      />
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={messages.email}
          ref={emailInput}
          type="email"
          name="email"
          autoComplete="username"
        />
        <TextField
          label={messages.password}
          control={PasswordInput}
          ref={passwordInput}
          name="password"
          autoComplete="current-password"
          aside={<ForgotLink />}
        />
        <Button
          type="submit"
          size="lg"
          disabled={signIn.isPending}
          aria-busy={signIn.isPending}
          className="mt-1 w-full"
        >
          {signIn.isPending && <Spinner />}
          {messages.signIn}
        </Button>
      </form>
      <PasskeyButton />
      <p className="text-center text-muted">
        {messages.noAccount}{' '}
        <Link to="/register" className="font-medium text-cobalt underline underline-offset-4">
          {messages.toRegister}
        </Link>
      </p>
    </div>
  );
}

/** Signs in with a passkey; hidden where the browser or the installation has none. */
function PasskeyButton() {
  const signIn = usePasskeySignIn();
  if (usePasskeyObstacle().obstacle !== undefined) return null;
  return (
    <Button
      variant="outline"
      size="lg"
      disabled={signIn.isPending}
      aria-busy={signIn.isPending}
      className="w-full"
      onClick={() => signIn.mutate()}
    >
      {signIn.isPending ? <Spinner /> : <KeyRound aria-hidden="true" />}
      {messages.signInWithPasskey}
    </Button>
  );
}

/** Reason why a user who was signed in sees this form. */
function ExpiredNotice() {
  const { state } = useAuth();
  if (state.status !== 'anonymous' || state.reason !== 'expired') return null;
  return (
    <output className="block rounded-control bg-amber-wash px-4 py-2 text-table font-medium text-amber">
      {messages.sessionEnded}
    </output>
  );
}

function ForgotLink() {
  return (
    <Link
      to="/forgot-password"
      className="rounded-[2px] text-table text-cobalt underline-offset-4 hover:underline"
    >
      {messages.forgotPassword}
    </Link>
  );
}

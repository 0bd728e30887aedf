import { useEffect } from 'react';
import { useAuth } from '../features/accounts/session/auth-context.tsx';
import { AuthLayout } from '../features/accounts/auth-layout.tsx';
import { NewsPanel } from '../features/accounts/side-panel.tsx';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { accountMessages as messages } from '../lib/messages/accounts.ts';
import { loadRuntimeConfig } from '../lib/api/runtime-config.ts';
import { ignoreErrors } from '../lib/ignore-errors.ts';

/** Route `/`. */
export function SignInRoute() {
  const { state } = useAuth();
  const hasLeft = state.status === 'anonymous' && state.reason === 'signed-out';
  useEffect(() => {
    // This request carries the session cookie without the CSRF cookie, so the server revokes the
    // session (ruling RL-6).
    if (hasLeft) ignoreErrors(loadRuntimeConfig());
  }, [hasLeft]);
  return (
    <AuthLayout title={messages.signInTitle} lead={messages.signInLead} panel={<NewsPanel />}>
      <SignInForm />
    </AuthLayout>
  );
}

import { useEffect } from 'react';
import { AuthLayout } from '../features/accounts/auth-layout.tsx';
import { NewsPanel } from '../features/accounts/side-panel.tsx';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { accountMessages as words } from '../lib/messages/accounts.ts';
import { loadRuntimeConfig } from '../lib/runtime-config.ts';

/** `/` */
export function SignInRoute() {
  useEffect(() => {
    // After a local sign-out this request carries the session cookie without its companion, and the server revokes it.
    void loadRuntimeConfig();
  }, []);
  return (
    <AuthLayout title={words.signInTitle} lead={words.signInLead} panel={<NewsPanel />}>
      <SignInForm />
    </AuthLayout>
  );
}

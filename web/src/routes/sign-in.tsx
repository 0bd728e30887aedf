import { AuthLayout } from '../features/accounts/auth-layout.tsx';
import { NewsPanel } from '../features/accounts/side-panel.tsx';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { accountMessages as messages } from '../lib/messages/accounts.ts';

/** Route `/`. */
export function SignInRoute() {
  return (
    <AuthLayout title={messages.signInTitle} lead={messages.signInLead} panel={<NewsPanel />}>
      <SignInForm />
    </AuthLayout>
  );
}

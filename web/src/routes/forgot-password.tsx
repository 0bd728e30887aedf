import { useState } from 'react';
import { AuthLayout } from '../features/accounts/auth-layout.tsx';
import { ForgotPasswordForm } from '../features/accounts/password-reset-forms.tsx';
import { MarketingPanel } from '../features/accounts/side-panel.tsx';
import { accountMessages as words } from '../lib/messages/accounts.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Route `/forgot-password`. */
export function ForgotPasswordRoute() {
  const [isSent, setSent] = useState(false);
  return (
    <AuthLayout
      title={isSent ? words.linkSentTitle : words.forgotTitle}
      lead={isSent ? words.linkSent : words.forgotLead}
      panel={<MarketingPanel />}
    >
      {!isSent && <ForgotPasswordForm onSent={() => setSent(true)} />}
      <ButtonLink to="/" variant="link" className="w-fit">
        {words.backToSignIn}
      </ButtonLink>
    </AuthLayout>
  );
}

import { useState } from 'react';
import { AuthLayout } from '../features/accounts/auth-layout.tsx';
import { ForgotPasswordForm } from '../features/accounts/password-reset-forms.tsx';
import { MarketingPanel } from '../features/accounts/side-panel.tsx';
import { accountMessages as messages } from '../lib/messages/accounts.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Route `/forgot-password`. */
export function ForgotPasswordRoute() {
  const [isSent, setSent] = useState(false);
  return (
    <AuthLayout
      title={isSent ? messages.linkSentTitle : messages.forgotTitle}
      lead={isSent ? messages.linkSent : messages.forgotLead}
      panel={<MarketingPanel />}
    >
      {!isSent && <ForgotPasswordForm onSent={() => setSent(true)} />}
      <ButtonLink to="/" variant="link" className="w-fit">
        {messages.backToSignIn}
      </ButtonLink>
    </AuthLayout>
  );
}

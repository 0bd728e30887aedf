import { useSearchParams } from 'react-router';
import { AuthLayout } from '../features/accounts/auth-layout.tsx';
import { ResetPasswordForm } from '../features/accounts/password-reset-forms.tsx';
import { MarketingPanel } from '../features/accounts/side-panel.tsx';
import { accountMessages as messages } from '../lib/messages/accounts.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Route `/reset-password?token=…`, linked from the email. */
export function ResetPasswordRoute() {
  const [search] = useSearchParams();
  const token = search.get('token');
  return (
    <AuthLayout
      title={messages.resetTitle}
      lead={token === null ? messages.resetNoToken : messages.resetLead}
      panel={<MarketingPanel />}
    >
      {token === null ? (
        <ButtonLink to="/forgot-password" size="lg">
          {messages.askAgain}
        </ButtonLink>
      ) : (
        <ResetPasswordForm token={token} />
      )}
    </AuthLayout>
  );
}

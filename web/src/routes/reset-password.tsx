import { useSearchParams } from 'react-router';
import { AuthLayout } from '../features/accounts/auth-layout.tsx';
import { ResetPasswordForm } from '../features/accounts/password-reset-forms.tsx';
import { MarketingPanel } from '../features/accounts/side-panel.tsx';
import { accountMessages as words } from '../lib/messages/accounts.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Route `/reset-password?token=…`, linked from the email. */
export function ResetPasswordRoute() {
  const [search] = useSearchParams();
  const token = search.get('token');
  return (
    <AuthLayout
      title={words.resetTitle}
      lead={token === null ? words.resetNoToken : words.resetLead}
      panel={<MarketingPanel />}
    >
      {token === null ? (
        <ButtonLink to="/forgot-password" size="lg">
          {words.askAgain}
        </ButtonLink>
      ) : (
        <ResetPasswordForm token={token} />
      )}
    </AuthLayout>
  );
}

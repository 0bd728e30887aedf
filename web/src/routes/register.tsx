import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AccountDetails } from '../features/accounts/account.rules.ts';
import { AuthLayout } from '../features/accounts/auth-layout.tsx';
import { DetailsStep } from '../features/accounts/sign-up/details-step.tsx';
import { MarketingPanel } from '../features/accounts/side-panel.tsx';
import { StepDots } from '../features/accounts/sign-up/step-dots.tsx';
import { VerifyStep } from '../features/accounts/sign-up/verify-step.tsx';
import { splitName } from '../lib/format/format.ts';
import { accountMessages as messages } from '../lib/messages/accounts.ts';
import { useIsBillingOn } from '../lib/api/runtime-config.ts';

/** Route `/register`; `?name=` and `?email=` prefill the form. */
export function RegisterRoute() {
  const [search] = useSearchParams();
  const isBillingOn = useIsBillingOn();
  const [resendToken, setResendToken] = useState<string | null>(null);
  const [details, setDetails] = useState<AccountDetails>(() => ({
    ...splitName(search.get('name') ?? ''),
    email: search.get('email') ?? '',
    password: '',
    confirmPassword: '',
  }));
  if (resendToken !== null) {
    return (
      <AuthLayout
        title={messages.verifyTitle}
        lead={
          <>
            {messages.codeSentTo}{' '}
            <strong className="font-medium text-ink">{details.email.trim()}</strong>.
          </>
        }
        panel={<MarketingPanel />}
        above={<StepDots step={2} />}
      >
        <VerifyStep
          details={details}
          resendToken={resendToken}
          onBack={() => {
            setDetails({ ...details, confirmPassword: '' });
            setResendToken(null);
          }}
        />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title={messages.signUpTitle}
      lead={isBillingOn ? messages.signUpLead : messages.signUpLeadWithoutBilling}
      panel={<MarketingPanel />}
      above={<StepDots step={1} />}
    >
      <DetailsStep details={details} onDetails={setDetails} onSent={setResendToken} />
    </AuthLayout>
  );
}

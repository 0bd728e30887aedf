import { useRef, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { accountMessages as messages } from '../../../lib/messages/accounts.ts';
import { LoadingButton } from '../../../ui/button.tsx';
import { detailErrors, type AccountDetails } from '../account.rules.ts';
import { useIdentity, useSendCode } from '../accounts.api.ts';
import { CaptchaField } from '../captcha/captcha-field.tsx';
import { DetailFields, type DetailsFieldErrors as Errors } from './detail-fields.tsx';
import { IdentityButton } from '../identity/identity-button.tsx';
import { useIdentityReturn } from '../identity/identity.ts';

interface DetailsStepProps {
  details: AccountDetails;
  onDetails: (details: AccountDetails) => void;
  /** Called when the verification code has been sent. */
  onSent: (resendToken: string) => void;
}

/** First step of sign-up: personal details and captcha. */
export function DetailsStep({ details, onDetails, onSent }: DetailsStepProps) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [captcha, setCaptcha] = useState<{ token: string | null; round: number }>({
    token: null,
    round: 0,
  });
  const sendCode = useSendCode();
  const identity = useIdentity('sign-up');
  useIdentityReturn((code) => identity.mutate({ code }));

  const change = (field: keyof AccountDetails) => (event: { target: { value: string } }) => {
    onDetails({ ...details, [field]: event.target.value });
    setErrors(({ [field]: _fixed, ...others }) => others);
  };
  const changeCaptcha = (token: string | null, error: string | undefined) => {
    setCaptcha(({ round }) => ({ token, round }));
    setErrors(({ captcha: _old, ...others }) => ({ ...others, ...(error && { captcha: error }) }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = detailErrors(details, captcha.token);
    setErrors(found);
    const firstWrong = Object.keys(found)[0];
    if (captcha.token === null || firstWrong !== undefined)
      return focusField(form.current, firstWrong);
    sendCode.mutate(
      { email: details.email.trim(), captchaToken: captcha.token },
      {
        onSuccess: ({ data }) => onSent(data.resendToken),
        // A captcha token is valid once; the next attempt needs a new one.
        onError: () => setCaptcha(({ round }) => ({ token: null, round: round + 1 })),
      },
    );
  };

  return (
    <div className="grid gap-4">
      <IdentityButton
        purpose="sign-up"
        isBusy={identity.isPending}
        onCredential={(code) => identity.mutate({ code })}
      />
      <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
        <DetailFields details={details} errors={errors} onChange={change} />
        <CaptchaField key={captcha.round} error={errors.captcha} onChange={changeCaptcha} />
        <LoadingButton
          type="submit"
          size="lg"
          isLoading={sendCode.isPending}
          className="mt-1 w-full"
        >
          {messages.continue}
        </LoadingButton>
      </form>
      <SignInLine />
    </div>
  );
}

function SignInLine() {
  return (
    <p className="text-center text-muted">
      {messages.haveAccount}{' '}
      <Link to="/" className="font-medium text-cobalt underline underline-offset-4">
        {messages.toSignIn}
      </Link>
    </p>
  );
}

function focusField(form: HTMLFormElement | null, name: string | undefined): void {
  const field = name === undefined ? null : form?.elements.namedItem(name);
  if (field instanceof HTMLElement) return field.focus();
  form?.querySelector<HTMLElement>('[role="group"] input')?.focus();
}

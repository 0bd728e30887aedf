import { verificationCode } from '@shotwright/contract/paths';
import { useEffect, useId, useRef, useState, type FormEvent, type RefObject } from 'react';
import { Link } from 'react-router';
import { errorCode } from '../../../lib/api/error.ts';
import { accountMessages as messages } from '../../../lib/messages/accounts.ts';
import { useRuntimeConfig } from '../../../lib/api/runtime-config.ts';
import { toasts } from '../../../lib/toasts.ts';
import { Button, ExternalLink, LoadingButton } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { FieldError } from '../../../ui/field.tsx';
import type { AccountDetails } from '../account.rules.ts';
import { useCreateAccount, useResendCode } from '../accounts.api.ts';

/** Delay before the code can be resent. Units: seconds. */
const resendAfterSeconds = 30;
/** Path of the mailbox that a development server provides. */
const mailboxPath = '/dev/mailbox';

/** Second step of sign-up: the code from the email. */
export function VerifyStep(props: {
  details: AccountDetails;
  resendToken: string;
  onBack: () => void;
}) {
  const { details } = props;
  const [code, setCode] = useState('');
  const first = useRef<HTMLInputElement>(null);
  const createAccount = useCreateAccount();
  useEffect(() => first.current?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!/^\d{6}$/.test(code)) {
      toasts.error({ title: messages.invalidCode, description: messages.invalidCodeText });
      return;
    }
    const { firstName, lastName, email, password } = details;
    createAccount.mutate(
      {
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        email: email.trim(),
        password,
        otp: code,
      },
      { onError: () => first.current?.focus() },
    );
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <CodeEntry
        code={code}
        onCode={setCode}
        firstRef={first}
        isDisabled={createAccount.isPending}
        email={details.email.trim()}
        resendToken={props.resendToken}
      />
      {errorCode(createAccount.error) === 'email_taken' && <TakenNote />}
      <MailboxLink />
      <LoadingButton
        type="submit"
        size="lg"
        isLoading={createAccount.isPending}
        disabled={code.length < verificationCode.digits}
        className="w-full"
      >
        {messages.verifyAccount}
      </LoadingButton>
      <Button variant="link" className="w-fit justify-self-center" onClick={props.onBack}>
        {messages.backToDetails}
      </Button>
    </form>
  );
}

/**
 * Note for an email that already has an account. Only the owner of the mailbox learns that the
 * account exists.
 */
function TakenNote() {
  return (
    <div role="alert">
      <FieldError>
        {messages.takenBefore}
        <Link to="/" className="font-medium underline underline-offset-2">
          {messages.takenLink}
        </Link>
      </FieldError>
    </div>
  );
}

function CodeEntry(props: {
  code: string;
  onCode: (code: string) => void;
  firstRef: RefObject<HTMLInputElement | null>;
  isDisabled: boolean;
  email: string;
  resendToken: string;
}) {
  const codeId = useId();
  const noteId = useId();
  return (
    <div className="grid gap-2">
      <label htmlFor={codeId} className="text-table font-medium">
        {messages.codeLabel}
      </label>
      <CodeField
        id={codeId}
        length={verificationCode.digits}
        value={props.code}
        onValueChange={props.onCode}
        digitLabel={messages.codeDigit}
        firstRef={props.firstRef}
        isDisabled={props.isDisabled}
        aria-describedby={noteId}
      />
      <ResendLine noteId={noteId} email={props.email} resendToken={props.resendToken} />
    </div>
  );
}

/** Link to the mailbox of a development server. */
function MailboxLink() {
  const { devMailbox } = useRuntimeConfig();
  if (!devMailbox) return null;
  return (
    <ExternalLink
      href={mailboxPath}
      className="w-fit text-table font-medium text-cobalt underline underline-offset-4"
    >
      {messages.openMailbox}
    </ExternalLink>
  );
}

/** Remaining validity of the code, and a button to resend it. */
function ResendLine(props: { noteId: string; email: string; resendToken: string }) {
  const [sentAt, setSentAt] = useState(Date.now);
  const now = useSeconds();
  const resend = useResendCode();
  const age = Math.max(0, Math.floor((now - sentAt) / 1000));
  const left = Math.max(0, verificationCode.expiresInMinutes * 60 - age);
  const wait = resendAfterSeconds - age;
  const clock = `${String(Math.floor(left / 60))}:${String(left % 60).padStart(2, '0')}`;
  return (
    <div className="flex min-h-6 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-table">
      <p id={props.noteId} className="figures text-muted">
        {left === 0 ? messages.codeExpired : messages.codeExpiresIn(clock)}
      </p>
      <Button
        variant="link"
        size="sm"
        className="figures text-table no-underline hover:underline disabled:text-muted"
        disabled={wait > 0 || resend.isPending}
        onClick={() =>
          resend.mutate(
            { email: props.email, resendToken: props.resendToken },
            { onSuccess: () => setSentAt(Date.now()) },
          )
        }
      >
        {wait > 0 ? messages.resendIn(wait) : messages.resend}
      </Button>
    </div>
  );
}

function useSeconds(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

import { useId } from 'react';
import { accountMessages as messages } from '../../../lib/messages/accounts.ts';
import { useRuntimeConfig } from '../../../lib/api/runtime-config.ts';
import { FieldError } from '../../../ui/field.tsx';
import { ProofOfWorkBox } from './proof-of-work-box.tsx';
import { HostedCaptcha } from './hosted-captcha.tsx';

/**
 * Renders the captcha configured for this installation. A failure or an expiry clears the token.
 */
export function CaptchaField(props: {
  error: string | undefined;
  onChange: (token: string | null, error: string | undefined) => void;
}) {
  const { captcha } = useRuntimeConfig();
  const errorId = useId();
  const shownErrorId = props.error === undefined ? undefined : errorId;
  const handlers = {
    onToken: (token: string) => props.onChange(token, undefined),
    onProblem: (problem: 'failed' | 'expired') =>
      props.onChange(null, problem === 'failed' ? messages.captchaFailed : messages.captchaExpired),
  };
  return (
    <fieldset
      aria-label={messages.captcha}
      aria-describedby={shownErrorId}
      className="grid min-w-0 gap-1.5"
    >
      {captcha.kind === 'altcha' ? (
        <ProofOfWorkBox errorId={shownErrorId} {...handlers} />
      ) : (
        <HostedCaptcha kind={captcha.kind} siteKey={captcha.siteKey ?? ''} {...handlers} />
      )}
      {props.error !== undefined && <FieldError id={errorId}>{props.error}</FieldError>}
    </fieldset>
  );
}

import { lazy, Suspense, useId } from 'react';
import { accountMessages as words } from '../../lib/messages/accounts.ts';
import { useRuntimeConfig } from '../../lib/runtime-config.ts';
import { FieldError } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { HostedCaptcha } from './hosted-captcha.tsx';

const AltchaWidget = lazy(async () => ({
  default: (await import('./altcha-widget.tsx')).AltchaWidget,
}));

/** The bot check this installation uses. A failure or an expiry clears the token. */
export function CaptchaField(props: {
  error: string | undefined;
  onChange: (token: string | null, error: string | undefined) => void;
}) {
  const { captcha } = useRuntimeConfig();
  const errorId = useId();
  const handlers = {
    onToken: (token: string) => props.onChange(token, undefined),
    onProblem: (problem: 'failed' | 'expired') =>
      props.onChange(null, problem === 'failed' ? words.captchaFailed : words.captchaExpired),
  };
  return (
    <fieldset
      aria-label={words.captcha}
      aria-describedby={props.error === undefined ? undefined : errorId}
      className="grid min-w-0 gap-1.5"
    >
      {captcha.kind === 'altcha' ? (
        <Suspense fallback={<Skeleton className="h-12 w-full rounded-control" />}>
          <AltchaWidget {...handlers} />
        </Suspense>
      ) : (
        <HostedCaptcha kind={captcha.kind} siteKey={captcha.siteKey ?? ''} {...handlers} />
      )}
      {props.error !== undefined && <FieldError id={errorId}>{props.error}</FieldError>}
    </fieldset>
  );
}

import { useEffect, useEffectEvent, useRef } from 'react';
import { cn } from '../../../lib/cn.ts';
import { accountMessages as messages } from '../../../lib/messages/accounts.ts';
import { useRuntimeConfig } from '../../../lib/api/runtime-config.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { renderGoogleButton } from './google-identity.ts';
import { buildAuthorizeUrl, logIdentityProblem, type OnCredential } from './identity.ts';

/** Height classes of the identity button. Source: specification §9. */
export const identityButtonHeights = {
  large: 'h-[40px]',
  medium: 'h-[32px]',
  small: 'h-[20px]',
} as const;

interface IdentityButtonProps {
  purpose: 'sign-in' | 'sign-up';
  size?: keyof typeof identityButtonHeights;
  isBusy: boolean;
  onCredential: OnCredential;
}

/** Signs in or up with the configured identity provider; renders nothing if none is configured. */
export function IdentityButton(props: IdentityButtonProps) {
  const { identity } = useRuntimeConfig();
  if (identity.kind === null) return null;
  return (
    <div className="grid gap-4">
      {identity.kind === 'google' ? <GoogleButton {...props} /> : <LocalButton {...props} />}
      <div className="flex items-center gap-3 text-label text-muted">
        <span className="h-px flex-1 bg-line" />
        {messages.or}
        <span className="h-px flex-1 bg-line" />
      </div>
    </div>
  );
}

function LocalButton({ purpose, size = 'large', isBusy }: IdentityButtonProps) {
  const { identity } = useRuntimeConfig();
  const isSignUp = purpose === 'sign-up';
  return (
    <div className="grid gap-1.5">
      <Button
        variant="outline"
        disabled={isBusy}
        className={cn('w-full', identityButtonHeights[size])}
        onClick={() => {
          const url = buildAuthorizeUrl(identity, isSignUp ? '/register' : '/');
          if (url !== undefined) location.assign(url);
        }}
      >
        {isBusy && <Spinner />}
        {isSignUp ? messages.signUpWithTestIdentity : messages.signInWithTestIdentity}
      </Button>
      <p className="text-center text-label text-muted">{messages.testIdentityHelp}</p>
    </div>
  );
}

function GoogleButton({ purpose, size = 'large', onCredential }: IdentityButtonProps) {
  const { identity } = useRuntimeConfig();
  const host = useRef<HTMLDivElement>(null);
  const take = useEffectEvent(onCredential);

  useEffect(() => {
    let isUnmounted = false;
    let cancel = () => {};
    if (host.current === null || identity.clientId === null) return undefined;
    renderGoogleButton({
      host: host.current,
      clientId: identity.clientId,
      text: purpose === 'sign-up' ? 'signup_with' : 'signin_with',
      size,
      onCredential: (credential, selectedBy) => take(credential, selectedBy),
    })
      .then((stop) => (isUnmounted ? stop() : void (cancel = stop)))
      .catch((error: unknown) => logIdentityProblem(String(error)));
    return () => {
      isUnmounted = true;
      cancel();
    };
  }, [identity.clientId, purpose, size]);

  return (
    <fieldset
      aria-label={purpose === 'sign-up' ? messages.signUpWithGoogle : messages.signInWithGoogle}
      className={cn('overflow-hidden', identityButtonHeights[size])}
    >
      <div ref={host} className="flex justify-center" />
    </fieldset>
  );
}

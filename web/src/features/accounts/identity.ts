import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { analytics } from '../../lib/analytics.ts';
import type { RuntimeConfig } from '@shotwright/contract';
import { randomId } from '../../lib/random-id.ts';
import { storageKeys } from '../../lib/storage-keys.ts';
import { ignoreErrors } from '../../lib/ignore-errors.ts';

/** Receives what the identity provider handed out and how it was chosen. */
export type OnCredential = (credential: string, selectedBy: string) => void;

/** The address of the local identity provider's page; it comes back to `returnPath` with a code. */
export function authorizeAddress(
  identity: RuntimeConfig['identity'],
  returnPath: string,
): string | undefined {
  if (identity.authorizeUrl === undefined) return undefined;
  const state = randomId();
  sessionStorage.setItem(storageKeys.identityState, state);
  const address = new URL(identity.authorizeUrl, location.origin);
  address.searchParams.set('client_id', identity.clientId ?? '');
  address.searchParams.set('redirect_uri', `${location.origin}${returnPath}`);
  address.searchParams.set('response_type', 'code');
  address.searchParams.set('scope', 'openid email profile');
  address.searchParams.set('state', state);
  return address.href;
}

/** Takes the code out of the address bar when the browser comes back from the identity provider. */
export function useIdentityReturn(onCredential: OnCredential): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const take = useEffectEvent(onCredential);

  useEffect(() => {
    const parameters = new URLSearchParams(search);
    const state = parameters.get('state');
    if (state === null) return;
    const isOurs = state === sessionStorage.getItem(storageKeys.identityState);
    sessionStorage.removeItem(storageKeys.identityState);
    const code = parameters.get('code');
    if (isOurs && code !== null) take(code, 'redirect');
    else logIdentityProblem(parameters.get('error') ?? 'unknown_state');
    ignoreErrors(navigate(pathname, { replace: true }));
  }, [pathname, search, navigate]);
}

/** A problem on the provider's side is only logged (ruling RL-1). */
export function logIdentityProblem(problem: string): void {
  analytics.record('identity_problem', { problem });
}

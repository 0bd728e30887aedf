import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { analytics } from '../../../lib/analytics/analytics.ts';
import type { RuntimeConfig } from '@shotwright/contract';
import { randomId } from '../../../lib/random-id.ts';
import { storageKeys } from '../../../lib/storage/storage-keys.ts';
import { ignoreErrors } from '../../../lib/ignore-errors.ts';

/** Receives the credential from the identity provider and how the user selected it. */
export type OnCredential = (credential: string, selectedBy: string) => void;

/**
 * Returns the authorization URL of the local identity provider, which redirects to `returnPath`
 * with a code.
 */
export function buildAuthorizeUrl(
  identity: RuntimeConfig['identity'],
  returnPath: string,
): string | undefined {
  if (identity.authorizeUrl === undefined) return undefined;
  const state = randomId();
  sessionStorage.setItem(storageKeys.identityState, state);
  const url = new URL(identity.authorizeUrl, location.origin);
  url.searchParams.set('client_id', identity.clientId ?? '');
  url.searchParams.set('redirect_uri', `${location.origin}${returnPath}`);
  url.searchParams.set('response_type', 'code');
  url.searchParams.set('scope', 'openid email profile');
  url.searchParams.set('state', state);
  return url.href;
}

/** Reads the code from the URL after the redirect from the identity provider and removes it. */
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

/** Records a problem of the identity provider; it is only logged (ruling RL-1). */
export function logIdentityProblem(problem: string): void {
  analytics.record('identity_problem', { problem });
}

import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { analytics, analyticsEvents } from '../../../lib/analytics/analytics.ts';
import { clearCookies } from '../../../lib/api/csrf-cookie.ts';
import { accountMessages as messages } from '../../../lib/messages/accounts.ts';
import { storageKeys } from '../../../lib/storage/storage-keys.ts';
import { toasts } from '../../../lib/toasts.ts';
import { useAuth } from './auth-context.tsx';
import type { AuthStore } from './auth-store.ts';
import { ignoreErrors } from '../../../lib/ignore-errors.ts';

/**
 * Ends the session without an API call: clears cookies, storage, cache and user. The server revokes
 * the session on the next request whose session cookie arrives without the CSRF cookie (ruling
 * RL-6).
 */
export async function endSessionLocally(store: AuthStore, queryClient: QueryClient): Promise<void> {
  try {
    // The user has signed out; the remaining cleanup must run even if one step fails.
    await queryClient.cancelQueries().catch(() => undefined);
    clearCookies();
    localStorage.removeItem(storageKeys.firstSteps);
    localStorage.removeItem(storageKeys.firstCall);
    sessionStorage.removeItem(storageKeys.loadedSettings);
    sessionStorage.removeItem(storageKeys.requestedPage);
    sessionStorage.removeItem(storageKeys.docsKey);
    sessionStorage.removeItem(storageKeys.docsKeyName);
  } finally {
    store.end('signed-out');
    toasts.reset();
    toasts.success({ title: messages.loggedOut, description: messages.loggedOutText });
    analytics.record(analyticsEvents.signOut);
    analytics.reset();
  }
}

/** Returns the sign-out handler and whether sign-out is in progress. */
export function useSignOut(): { signOut: () => void; isSigningOut: boolean } {
  const { store } = useAuth();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [isSigningOut, setSigningOut] = useState(false);
  const signOut = () => {
    setSigningOut(true);
    ignoreErrors(
      endSessionLocally(store, queryClient).then(() => navigate('/', { replace: true })),
    );
  };
  return { signOut, isSigningOut };
}

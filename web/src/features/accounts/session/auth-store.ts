import type { User } from '@shotwright/contract';
import { setPreferredTimeZone } from '../../../lib/format/time-zones.ts';
import { storageKeys } from '../../../lib/storage/storage-keys.ts';
import { unsafeCast } from '../../../lib/unsafe-cast.ts';

/** Authentication state: loading, anonymous or authenticated. Source: specification §4. */
export type AuthState =
  | { readonly status: 'loading'; readonly user: null }
  | { readonly status: 'anonymous'; readonly user: null; readonly reason: EndReason }
  | { readonly status: 'authenticated'; readonly user: User };

/** Reason for the anonymous state: never signed in, signed out, or session expired. */
export type EndReason = 'none' | 'signed-out' | 'expired';

/** Creates a store for the auth state that mirrors it to browser storage. */
export function createAuthStore(storage: Storage = localStorage) {
  let state: AuthState = { status: 'loading', user: null };
  const listeners = new Set<() => void>();

  const change = (next: AuthState): void => {
    state = next;
    // Before the pages are told, which format times in it.
    setPreferredTimeZone(next.user?.timeZone);
    for (const listener of listeners) listener();
  };
  const forget = (): void => {
    storage.removeItem(storageKeys.authFlag);
    storage.removeItem(storageKeys.user);
  };

  const store = {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Restores the stored state; clears unreadable data and continues as anonymous. */
    restore: (): void => {
      try {
        const user = readStoredUser(storage);
        if (user !== undefined) return change({ status: 'authenticated', user });
      } catch {
        forget();
      }
      change({ status: 'anonymous', user: null, reason: 'none' });
    },
    /** Stores the signed-in user; also called after a profile change. */
    authenticate: (user: User): void => {
      // The flag is written last because other tabs read the user as soon as the flag changes.
      storage.setItem(storageKeys.user, JSON.stringify(user));
      storage.setItem(storageKeys.authFlag, 'true');
      change({ status: 'authenticated', user });
    },
    /** Ends the authenticated state. Other tabs are notified by the storage event. */
    end: (reason: EndReason): void => {
      forget();
      if (state.status === 'anonymous') return;
      change({ status: 'anonymous', user: null, reason });
    },
  };
  return store;
}

/** Store created by {@link createAuthStore}. */
export type AuthStore = ReturnType<typeof createAuthStore>;

function readStoredUser(storage: Storage): User | undefined {
  if (storage.getItem(storageKeys.authFlag) !== 'true') return undefined;
  const stored: unknown = JSON.parse(storage.getItem(storageKeys.user) ?? '');
  if (typeof stored !== 'object' || stored === null || !('email' in stored)) {
    throw new Error('the stored user is not readable');
  }
  return unsafeCast<User>(stored);
}

/**
 * Syncs sign-in and sign-out across tabs and restores the state when the page returns from the
 * back/forward cache. Returns a function that stops syncing.
 */
export function followOtherTabs(store: AuthStore): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== storageKeys.authFlag && event.key !== null) return;
    if (localStorage.getItem(storageKeys.authFlag) !== 'true') return store.end('signed-out');
    if (store.get().status !== 'authenticated') store.restore();
  };
  const onPageShow = (event: PageTransitionEvent) => {
    if (event.persisted) store.restore();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}

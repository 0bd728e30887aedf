import type { User } from '@shotwright/contract';
import { storageKeys } from '../../lib/storage-keys.ts';
import { trust } from '../../lib/trust.ts';

/** Who is here: not known yet, nobody, or a person. Source: specification §4. */
export type AuthState =
  | { readonly status: 'loading'; readonly user: null }
  | { readonly status: 'anonymous'; readonly user: null; readonly reason: EndReason }
  | { readonly status: 'authenticated'; readonly user: User };

/** Why nobody is signed in: never was, left, or the session ended by itself. */
export type EndReason = 'none' | 'signed-out' | 'expired';

/** Keeps the auth state and its copy in the browser's storage. */
export function createAuthStore(storage: Storage = localStorage) {
  let state: AuthState = { status: 'loading', user: null };
  const listeners = new Set<() => void>();

  const change = (next: AuthState): void => {
    state = next;
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
    /** Reads the stored state; what cannot be read is cleared and nobody is signed in. */
    restore: (): void => {
      try {
        const user = readStoredUser(storage);
        if (user !== undefined) return change({ status: 'authenticated', user });
      } catch {
        forget();
      }
      change({ status: 'anonymous', user: null, reason: 'none' });
    },
    /** A person is here; also after the profile changed. */
    authenticate: (user: User): void => {
      // The flag last: other tabs read the person as soon as they hear of the flag.
      storage.setItem(storageKeys.user, JSON.stringify(user));
      storage.setItem(storageKeys.authFlag, 'true');
      change({ status: 'authenticated', user });
    },
    /** Nobody is here any more. Other tabs hear of it through the storage. */
    end: (reason: EndReason): void => {
      forget();
      if (state.status === 'anonymous') return;
      change({ status: 'anonymous', user: null, reason });
    },
  };
  return store;
}

/** See {@link createAuthStore}. */
export type AuthStore = ReturnType<typeof createAuthStore>;

function readStoredUser(storage: Storage): User | undefined {
  if (storage.getItem(storageKeys.authFlag) !== 'true') return undefined;
  const stored: unknown = JSON.parse(storage.getItem(storageKeys.user) ?? '');
  if (typeof stored !== 'object' || stored === null || !('email' in stored)) {
    throw new Error('the stored user is not readable');
  }
  return trust<User>(stored);
}

/** Follows sign-in and sign-out in other tabs, and a page that comes back from the browser's page cache. */
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

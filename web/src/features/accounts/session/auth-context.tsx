import type { User } from '@shotwright/contract';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, use, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { setUnauthenticatedHandler } from '../../../lib/api/client.ts';
import { followOtherTabs, type AuthState, type AuthStore } from './auth-store.ts';

const AuthContext = createContext<AuthStore | null>(null);

/**
 * Provides the auth state: restores it on mount, ends it on any 401 and clears the query cache when
 * it ends.
 */
export function AuthProvider(props: { store: AuthStore; children: ReactNode }) {
  const { store } = props;
  const queryClient = useQueryClient();
  useEffect(() => {
    setUnauthenticatedHandler(() => store.end('expired'));
    const stopFollowing = followOtherTabs(store);
    const unsubscribe = store.subscribe(() => {
      if (store.get().status === 'anonymous') queryClient.clear();
    });
    store.restore();
    return () => {
      stopFollowing();
      unsubscribe();
    };
  }, [store, queryClient]);
  return <AuthContext value={store}>{props.children}</AuthContext>;
}

/**
 * Returns the auth state and its store. Throws outside {@link AuthProvider}. Source: specification
 * §8.
 */
export function useAuth(): {
  store: AuthStore;
  state: AuthState;
  user: User | null;
  isAuthenticated: boolean;
} {
  const store = use(AuthContext);
  if (store === null) throw new Error('useAuth must be used within an AuthProvider');
  const state = useSyncExternalStore(store.subscribe, store.get);
  return { store, state, user: state.user, isAuthenticated: state.user !== null };
}

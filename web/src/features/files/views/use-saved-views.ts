import { useState } from 'react';
import { storageKeys } from '../../../lib/storage/storage-keys.ts';
import { useAuth } from '../../accounts/session/auth-context.tsx';
import { readViews, withView, type SavedView } from './saved-views.rules.ts';

/** Returns the views that the user has saved in this browser, and functions that change them. */
export function useSavedViews() {
  const { user } = useAuth();
  const owner = user === null ? [] : [user.organizationId, user.id];
  const key = [storageKeys.fileViews, ...owner].join(':');
  const [views, setViews] = useState(() => readViews(localStorage.getItem(key)));
  // Another tab may have changed them since.
  const change = (next: (stored: readonly SavedView[]) => readonly SavedView[]) => {
    const changed = next(readViews(localStorage.getItem(key)));
    localStorage.setItem(key, JSON.stringify(changed));
    setViews(changed);
  };
  return {
    views,
    save: (view: SavedView) => change((stored) => withView(stored, view)),
    remove: (name: string) => change((stored) => stored.filter((view) => view.name !== name)),
  };
}

import type { Screenshot } from '@shotwright/contract';
import { useState } from 'react';
import type { CaptureForm } from '../form/capture-form.rules.ts';
import { readHistory, writeHistory } from '../playground-storage.ts';
import { entryOf, withEntry } from './history.rules.ts';

/** Returns the captures of this tab by this user, newest first, and a function that adds one. */
export function useHistory(userId: string) {
  const [entries, setEntries] = useState(() => readHistory(userId));
  const add = (screenshot: Screenshot, form: CaptureForm) => {
    const entry = entryOf(screenshot, form);
    if (entry === undefined) return;
    // From the storage, because the state may be older than a capture that ran for minutes.
    const next = withEntry(readHistory(userId), entry);
    writeHistory(userId, next);
    setEntries(next);
  };
  return { entries, add };
}

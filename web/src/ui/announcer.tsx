import { useSyncExternalStore } from 'react';
import { announcements } from '../lib/announcements.ts';

/**
 * Region that screen readers watch. It is always in the page: text in a region that is added together
 * with it is often not read.
 */
export function Announcer() {
  const { id, text } = useSyncExternalStore(announcements.subscribe, announcements.latest);
  return (
    <div aria-live="polite" className="sr-only">
      <p key={id}>{text}</p>
    </div>
  );
}

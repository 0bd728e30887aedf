/** A text for screen readers; `id` differs for each one, also if the text is the same. */
export interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** Creates a store of the latest announcement. */
export function createAnnouncements() {
  let latest: Announcement = { id: 0, text: '' };
  const listeners = new Set<() => void>();
  return {
    /**
     * Has screen readers read a text when they are idle, after the name of what it is about: the focus
     * may be elsewhere.
     */
    announce: (subject: string, text: string): void => {
      latest = { id: latest.id + 1, text: `${subject}: ${text}` };
      for (const listener of listeners) listener();
    },
    latest: (): Announcement => latest,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Announcements of the dashboard: beginning, milestones and end of long work. */
export const announcements = createAnnouncements();

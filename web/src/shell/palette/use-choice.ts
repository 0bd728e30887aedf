import { useState } from 'react';
import { storageKeys } from '../../lib/storage/storage-keys.ts';
import { rankEntries, readRecent, withRecent, type PaletteEntry } from './entries.rules.ts';

/** Number of entries that Page Up and Page Down move. */
const pageStep = 8;

/**
 * State of the list: matching entries, active entry, and key handling. Choices are stored in this
 * browser.
 */
export function useChoice(props: {
  entries: readonly PaletteEntry[];
  query: string;
  run: (entry: PaletteEntry) => void;
}) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const [recent] = useState(() => readRecent(localStorage.getItem(storageKeys.paletteRecent)));
  const shown = rankEntries(props.entries, props.query, recent);
  const active = Math.max(
    0,
    shown.findIndex(({ id }) => id === activeId),
  );
  const choose = (entry: PaletteEntry) => {
    const next = withRecent(recent, entry.id);
    localStorage.setItem(storageKeys.paletteRecent, JSON.stringify(next));
    props.run(entry);
  };
  return {
    shown,
    active,
    choose,
    /** Sets the active entry; null selects the first. */
    point: setActiveId,
    /** Returns true if the list handled the key. */
    trigger: (event: KeyboardEvent): boolean => {
      if (event.isComposing) return false;
      const entry = shown[active];
      if (event.key === 'Enter' && entry !== undefined) choose(entry);
      const to = target(event.key, active, shown.length);
      if (to !== undefined) setActiveId(shown[to]?.id ?? null);
      return to !== undefined || event.key === 'Enter';
    },
  };
}

/** Arrow keys wrap around at the ends; page keys stop there. */
function target(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (active + 1) % Math.max(1, count);
  if (key === 'ArrowUp') return active === 0 ? count - 1 : active - 1;
  if (key === 'PageDown') return Math.min(active + pageStep, count - 1);
  return key === 'PageUp' ? Math.max(active - pageStep, 0) : undefined;
}

import { useState } from 'react';
import { storageKeys } from '../../lib/storage-keys.ts';
import { rankEntries, readRecent, withRecent, type PaletteEntry } from './entries.rules.ts';

/** How far the page keys go. */
const pageStep = 8;

/** What is shown for the query, which line is marked, and what keys do with it. Choices are remembered by this browser. */
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
    /** Marks a line; null: the first. */
    point: setActiveId,
    /** Answers whether the key was one of the list's. */
    press: (event: KeyboardEvent): boolean => {
      if (event.isComposing) return false;
      const entry = shown[active];
      if (event.key === 'Enter' && entry !== undefined) choose(entry);
      const to = target(event.key, active, shown.length);
      if (to !== undefined) setActiveId(shown[to]?.id ?? null);
      return to !== undefined || event.key === 'Enter';
    },
  };
}

/** One step past an end comes in at the other; a page stops there. */
function target(key: string, active: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (active + 1) % Math.max(1, count);
  if (key === 'ArrowUp') return active === 0 ? count - 1 : active - 1;
  if (key === 'PageDown') return Math.min(active + pageStep, count - 1);
  return key === 'PageUp' ? Math.max(active - pageStep, 0) : undefined;
}

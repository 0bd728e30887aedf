import { useRef, useState } from 'react';

/** Which files are ticked. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** `isRange`: everything on the page between this one and the last one that was ticked. */
  readonly toggle: (id: string, isChecked: boolean, isRange?: boolean) => void;
  readonly togglePage: (isChecked: boolean) => void;
  readonly selectAll: (ids: readonly string[]) => void;
  readonly clear: () => void;
}

/** A selection over `pageIds`; it is forgotten whenever `place` (the page and its filters) changes. */
export function useSelection(pageIds: readonly string[], place: string): Selection {
  const [state, setState] = useState<{ place: string; ids: ReadonlySet<string> }>({
    place,
    ids: new Set(),
  });
  const last = useRef<string | null>(null);
  // Coming back to a place later must not bring its old selection back.
  if (state.place !== place) setState({ place, ids: none });
  const ids = state.place === place ? state.ids : none;
  const set = (next: Iterable<string>) => setState({ place, ids: new Set(next) });
  return {
    ids,
    toggle: (id, isChecked, isRange = false) => {
      const touched = isRange ? between(pageIds, last.current, id) : [id];
      const next = new Set(ids);
      for (const one of touched) {
        if (isChecked) next.add(one);
        else next.delete(one);
      }
      last.current = id;
      set(next);
    },
    togglePage: (isChecked) => set(isChecked ? pageIds : []),
    selectAll: (all) => set(all),
    clear: () => set([]),
  };
}

const none: ReadonlySet<string> = new Set();

function between(pageIds: readonly string[], from: string | null, to: string): readonly string[] {
  const start = from === null ? -1 : pageIds.indexOf(from);
  const end = pageIds.indexOf(to);
  if (start === -1 || end === -1) return [to];
  return pageIds.slice(Math.min(start, end), Math.max(start, end) + 1);
}

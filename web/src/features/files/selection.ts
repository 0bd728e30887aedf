import type { StoredFile } from '@shotwright/contract';
import { useRef, useState } from 'react';
import { fileMessages as messages } from '../../lib/messages/files.ts';

/** All files that match the filter, on all pages, as counted. */
export interface Matching {
  readonly total: number;
  /** Identifies the counted files. */
  readonly before: string;
}

/** Selection state of the files. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** All matches, of which the dashboard has only a page; null: only `ids` are selected. */
  readonly matching: Matching | null;
  /** `isRange`: selects everything on the page between this file and the last selected one. */
  readonly toggle: (id: string, isChecked: boolean, isRange?: boolean) => void;
  readonly togglePage: (isChecked: boolean) => void;
  readonly selectAll: (ids: readonly string[]) => void;
  readonly selectMatching: (matching: Matching) => void;
  readonly clear: () => void;
}

/**
 * Creates a selection over `pageIds`; it is cleared whenever `pageKey` (the page and its filters)
 * changes.
 */
export function useSelection(pageIds: readonly string[], pageKey: string): Selection {
  const [state, setState] = useState<State>({ pageKey, ...nothing });
  const last = useRef<string | null>(null);
  // Returning to a page later must not restore its old selection.
  if (state.pageKey !== pageKey) setState({ pageKey, ...nothing });
  const { ids, matching } = state.pageKey === pageKey ? state : nothing;
  const set = (next: Iterable<string>) => setState({ ...nothing, pageKey, ids: new Set(next) });
  return {
    ids,
    matching,
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
    selectMatching: (next) => setState({ pageKey, ids: new Set(pageIds), matching: next }),
    clear: () => set([]),
  };
}

/** Returns the props of the checkbox that selects the files of the page. */
export function pageBoxOf(
  { ids, togglePage }: Selection,
  files: readonly StoredFile[] | undefined = [],
) {
  const ticked = files.filter(({ id }) => ids.has(id)).length;
  return {
    label: messages.selectPage,
    isChecked: ticked > 0 && ticked === files.length,
    isMixed: ticked > 0 && ticked < files.length,
    onChange: togglePage,
  };
}

interface State extends Pick<Selection, 'ids' | 'matching'> {
  readonly pageKey: string;
}

const nothing: Pick<Selection, 'ids' | 'matching'> = { ids: new Set(), matching: null };

function between(pageIds: readonly string[], from: string | null, to: string): readonly string[] {
  const start = from === null ? -1 : pageIds.indexOf(from);
  const end = pageIds.indexOf(to);
  if (start === -1 || end === -1) return [to];
  return pageIds.slice(Math.min(start, end), Math.max(start, end) + 1);
}

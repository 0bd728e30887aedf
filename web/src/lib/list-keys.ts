import { useShortcuts, type Shortcuts } from './shortcuts.ts';

/** What a list does on single keys: `/`, `c`, `x`, `[`, `]`, `Escape` and so on. */
export type ListKeys = Shortcuts;

/** Marks the rows that `j` and `k` walk through. */
export const rowMark = { 'data-list-row': '', tabIndex: -1 } as const;

/** Marks the link or button of a row that `Enter` on the row presses. */
export const rowOpenMark = { 'data-row-open': '' } as const;

/**
 * Single keys of a list page, on top of `j`, `k` and `Enter`; see {@link useShortcuts} for when they act. A page whose `c`
 * creates is found by the command palette as well. Source: acceptance GP-2, AX-9.
 */
export function useListKeys(keys: ListKeys): void {
  useShortcuts({ ...walkKeys, ...keys });
}

/** The row that has the focus, or holds what has it. */
export function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-list-row]') ?? null;
}

const walkKeys: ListKeys = {
  j: () => walk(1),
  k: () => walk(-1),
  Enter: () => focusedRow()?.querySelector<HTMLElement>('[data-row-open]')?.click(),
};

function walk(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-list-row]')];
  const current = focusedRow();
  const at = current === null ? -1 : rows.indexOf(current);
  const next = at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step;
  rows[next]?.focus();
}

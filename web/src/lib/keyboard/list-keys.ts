import { useShortcuts, type Shortcuts } from './shortcuts.ts';

/** Single-key shortcuts of a list: `/`, `c`, `x`, `[`, `]`, `Escape` and so on. */
export type ListKeys = Shortcuts;

/** Marks the rows that `j` and `k` move through. */
export const rowAttributes = { 'data-list-row': '', tabIndex: -1 } as const;

/** Marks the link or button in a row that `Enter` activates. */
export const rowOpenAttributes = { 'data-row-open': '' } as const;

/**
 * Registers the single-key shortcuts of a list page, in addition to `j`, `k` and `Enter`; see
 * {@link useShortcuts} for when they are active. The command palette also lists a page whose `c`
 * creates an item. Source: acceptance GP-2, AX-9.
 */
export function useListKeys(keys: ListKeys): void {
  useShortcuts({ ...walkKeys, ...keys });
}

/** Returns the row that has the focus or contains the focused element, or null if there is none. */
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

import { useEffect, useEffectEvent } from 'react';

/** What a list does on single keys: `/`, `c`, `x`, `[`, `]`, `Escape` and so on. */
export type ListKeys = Readonly<Record<string, () => void>>;

/** Marks the rows that `j` and `k` walk through. */
export const rowMark = { 'data-list-row': '', tabIndex: -1 } as const;

/** Single keys of a list page; never while typing, in a dialog, a menu or a choice. Source: acceptance GP-2, AX-9. */
export function useListKeys(keys: ListKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented) return;
    if (isBusy(event.target)) return;
    const act = keys[event.key] ?? walkKeys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** The row that has the focus, or holds what has it. */
export function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>('[data-list-row]') ?? null;
}

const walkKeys: ListKeys = { j: () => walk(1), k: () => walk(-1) };

function walk(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-list-row]')];
  const current = focusedRow();
  const at = current === null ? -1 : rows.indexOf(current);
  const next = at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step;
  rows[next]?.focus();
}

function isBusy(target: EventTarget | null): boolean {
  const over = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
  if (document.querySelector(over)) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('textarea, select, input:not([type="checkbox"], [type="radio"])'))
  );
}

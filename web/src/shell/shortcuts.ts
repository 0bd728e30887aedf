import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { navItems } from './nav-items.ts';

const sheetEvent = 'shotwright:shortcuts';
/** How long `g` waits for its letter. Units: ms. */
const chordMs = 1_000;

/** Calls back when the shortcut sheet is asked for. */
export function onShortcutSheet(show: () => void): () => void {
  window.addEventListener(sheetEvent, show);
  return () => window.removeEventListener(sheetEvent, show);
}

/** Keys of the shell: Cmd/Ctrl-B, `?`, and `g` with a page's letter; never while typing or in a dialog. */
export function useShellShortcuts(toggleSidebar: () => void): void {
  const navigate = useNavigate();
  const chordAt = useRef(0);
  const toggle = useEffectEvent(toggleSidebar);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'b') {
        event.preventDefault();
        return toggle();
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isBusy(event.target)) return;
      if (event.key === '?') return void window.dispatchEvent(new Event(sheetEvent));
      const isChord = Date.now() - chordAt.current < chordMs;
      chordAt.current = event.key === 'g' ? Date.now() : 0;
      const item = isChord ? navItems.find(({ key }) => key === event.key) : undefined;
      if (item !== undefined) void navigate(item.to);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select'))
  );
}

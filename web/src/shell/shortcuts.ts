import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useShortcuts } from '../lib/keyboard/shortcuts.ts';
import { useNavItems } from './nav-items.ts';

/**
 * Registers the global shortcuts: Cmd/Ctrl-B, Cmd/Ctrl-K, `?`, `/` if the page has no search, and
 * `g` with a page's letter.
 */
export function useShellShortcuts(acts: {
  toggleSidebar: () => void;
  showPalette: () => void;
  showSheet: () => void;
}): void {
  const navigate = useNavigate();
  const pages = useNavItems().map(({ key, to }) => [`g ${key}`, () => void navigate(to)] as const);
  useShortcuts(
    {
      'Mod+b': acts.toggleSidebar,
      'Mod+k': acts.showPalette,
      '?': acts.showSheet,
      '/': () => {
        const search = document.querySelector<HTMLElement>('main input[type="search"]');
        if (search === null) acts.showPalette();
        else search.focus();
      },
      ...Object.fromEntries(pages),
    },
    { isFallback: true },
  );
}

/** Submits the form around the focus on Cmd/Ctrl-Enter, also in a dialog. */
export function useSubmitKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.repeat) return;
      if (event.defaultPrevented || !(event.target instanceof Element)) return;
      const form = event.target.closest('form');
      if (form === null) return;
      event.preventDefault();
      form.requestSubmit();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

import { createContext, lazy, Suspense, use, useEffect } from 'react';

/** Overlays that can open on any dashboard page. */
export type Overlay = 'palette' | 'shortcuts' | 'sessions' | 'notifications';

/** Provides a function that opens one of the {@link Overlays}. */
export const OverlayContext = createContext<(overlay: Overlay) => void>(() => {});

/** Returns the function provided by {@link OverlayContext}. */
export function useShowOverlay(): (overlay: Overlay) => void {
  return use(OverlayContext);
}

const loadPalette = async () => ({
  default: (await import('./palette/palette-dialog.tsx')).PaletteDialog,
});
const PaletteDialog = lazy(loadPalette);
const SessionsDialog = lazy(async () => ({
  default: (await import('../features/accounts/session/sessions-dialog.tsx')).SessionsDialog,
}));
const NotificationsDialog = lazy(async () => ({
  default: (await import('./notifications-dialog.tsx')).NotificationsDialog,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** Delay after the first page before the palette's code is prefetched. Units: ms. */
const paletteAfterMs = 1_500;

/** Renders the requested overlay; its code is loaded on demand. */
export function Overlays(props: {
  shown: Overlay | null;
  onShow: (overlay: Overlay | null) => void;
}) {
  const close = () => props.onShow(null);
  // Users type immediately after pressing the shortcut; input during a code download would be lost.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), paletteAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Suspense>
      {props.shown === 'palette' && (
        <PaletteDialog onClose={close} onShortcuts={() => props.onShow('shortcuts')} />
      )}
      {props.shown === 'sessions' && <SessionsDialog onClose={close} />}
      {props.shown === 'notifications' && <NotificationsDialog onClose={close} />}
      {props.shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </Suspense>
  );
}

import { createContext, lazy, Suspense, use, useEffect } from 'react';

/** What can stand over any page of the dashboard. */
export type Overlay = 'palette' | 'shortcuts' | 'sessions' | 'notifications';

/** Shows one of the {@link Overlays}. */
export const OverlayContext = createContext<(overlay: Overlay) => void>(() => {});

/** See {@link OverlayContext}. */
export function useShowOverlay(): (overlay: Overlay) => void {
  return use(OverlayContext);
}

const loadPalette = async () => ({
  default: (await import('./palette/palette-dialog.tsx')).PaletteDialog,
});
const PaletteDialog = lazy(loadPalette);
const SessionsDialog = lazy(async () => ({
  default: (await import('../features/accounts/sessions-dialog.tsx')).SessionsDialog,
}));
const NotificationsDialog = lazy(async () => ({
  default: (await import('./notifications-dialog.tsx')).NotificationsDialog,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** How long after the first page the palette's code is fetched. Units: ms. */
const paletteAfterMs = 1_500;

/** The dialog that was asked for; its code is loaded when it is. */
export function Overlays(props: {
  shown: Overlay | null;
  onShow: (overlay: Overlay | null) => void;
}) {
  const close = () => props.onShow(null);
  // Who presses its keys types on at once; what is typed while the code loads would be lost.
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

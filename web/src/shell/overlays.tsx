import { createContext, lazy, Suspense, use } from 'react';

/** What can stand over any page of the dashboard. */
export type Overlay = 'palette' | 'shortcuts' | 'sessions' | 'notifications';

/** Shows one of the {@link Overlays}. */
export const OverlayContext = createContext<(overlay: Overlay) => void>(() => {});

/** See {@link OverlayContext}. */
export function useShowOverlay(): (overlay: Overlay) => void {
  return use(OverlayContext);
}

const PaletteDialog = lazy(async () => ({
  default: (await import('./palette/palette-dialog.tsx')).PaletteDialog,
}));
const SessionsDialog = lazy(async () => ({
  default: (await import('../features/accounts/sessions-dialog.tsx')).SessionsDialog,
}));
const NotificationsDialog = lazy(async () => ({
  default: (await import('./notifications-dialog.tsx')).NotificationsDialog,
}));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** The dialog that was asked for; its code is loaded when it is. */
export function Overlays(props: {
  shown: Overlay | null;
  onShow: (overlay: Overlay | null) => void;
}) {
  const close = () => props.onShow(null);
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

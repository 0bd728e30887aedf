import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { commonMessages as messages } from '../lib/messages/common.ts';
import { toasts } from '../lib/toasts.ts';
import { Announcer } from '../ui/announcer.tsx';
import { Toaster } from '../ui/toaster.tsx';

/**
 * Root layout of every page: skip link, offline notice, toasts, and focus and scroll on navigation.
 */
export function RootLayout() {
  useHeadingFocus();
  return (
    <>
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>('#main')?.focus();
        }}
        className="fixed top-2 left-2 z-[70] -translate-y-16 rounded-control bg-ink px-4 py-2 font-medium text-white focus:translate-y-0"
      >
        {messages.skipToContent}
      </a>
      <OfflineBanner />
      <Outlet />
      <Toaster store={toasts} />
      <Announcer />
      <ScrollRestoration />
    </>
  );
}

/** Moves the focus to the page's heading after navigation. */
function useHeadingFocus(): void {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    // If the user opened a dialog while the page was loading, the focus stays there.
    if (document.activeElement?.closest('[role="dialog"][data-open]')) return;
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }, [pathname]);
}

function OfflineBanner() {
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine);
  return (
    <output>
      {!isOnline && (
        <p className="fixed inset-x-0 bottom-0 z-50 bg-amber-wash px-4 py-2 text-center text-table font-medium text-amber">
          {messages.offline}
        </p>
      )}
    </output>
  );
}

function subscribeOnline(onChange: () => void) {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

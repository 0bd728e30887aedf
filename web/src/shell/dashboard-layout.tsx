import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { cn } from '../lib/cn.ts';
import { rememberPage } from '../lib/storage/last-page.ts';
import { storageKeys } from '../lib/storage/storage-keys.ts';
import { useDeletionBanner } from './deletion-banner.ts';
import { useRoleBanner } from './role-banner.ts';
import { useNoticeBanner } from './status/notice-banner.ts';
import { TopBanner } from './top-banner.tsx';
import { Header } from './header.tsx';
import { useLiveUpdates } from './live-updates.ts';
import { OverlayContext, Overlays, type Overlay } from './overlays.tsx';
import { useShellShortcuts, useSubmitKey } from './shortcuts.ts';
import { SidebarContent } from './sidebar.tsx';

/** Dashboard layout: sidebar, header, page, and overlays. */
export function DashboardLayout() {
  const [isCollapsed, toggle] = useSidebar();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  useSubmitKey();
  useLiveUpdates();
  useRoleBanner();
  useDeletionBanner();
  useNoticeBanner();
  useRememberedPage();
  useShellShortcuts({
    toggleSidebar: toggle,
    showPalette: () => setOverlay('palette'),
    showSheet: () => setOverlay('shortcuts'),
  });
  return (
    <OverlayContext value={setOverlay}>
      <Frame isCollapsed={isCollapsed} onToggle={toggle} />
      <Overlays shown={overlay} onShow={setOverlay} />
    </OverlayContext>
  );
}

function Frame({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  return (
    <div className="min-h-dvh">
      <aside
        data-state={isCollapsed ? 'collapsed' : 'expanded'}
        className={cn(
          'fixed inset-y-0 left-0 z-20 hidden border-r border-line bg-paper transition-[width] duration-180 md:block',
          isCollapsed ? 'w-14' : 'w-64',
        )}
      >
        <SidebarContent isCollapsed={isCollapsed} />
      </aside>
      <div
        className={cn(
          'flex min-h-dvh flex-col transition-[padding] duration-180',
          isCollapsed ? 'md:pl-14' : 'md:pl-64',
        )}
      >
        <Header isCollapsed={isCollapsed} onToggle={onToggle} />
        <TopBanner />
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          <Outlet />
        </main>
      </div>
    </div>
  );
}

function useRememberedPage(): void {
  const { pathname } = useLocation();
  useEffect(() => rememberPage(pathname), [pathname]);
}

/** Returns the collapsed state of the sidebar, stored in this browser, and a toggle. */
function useSidebar(): [isCollapsed: boolean, toggle: () => void] {
  const [isCollapsed, setCollapsed] = useState(
    () => localStorage.getItem(storageKeys.sidebar) === 'collapsed',
  );
  const toggle = () => {
    localStorage.setItem(storageKeys.sidebar, isCollapsed ? 'expanded' : 'collapsed');
    setCollapsed(!isCollapsed);
  };
  return [isCollapsed, toggle];
}

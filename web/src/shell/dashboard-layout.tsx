import { CircleHelp, Menu as MenuIcon, MessageSquarePlus, PanelLeft } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Outlet } from 'react-router';
import { cn } from '../lib/cn.ts';
import { shellMessages as words } from '../lib/messages/shell.ts';
import { useRuntimeConfig } from '../lib/runtime-config.ts';
import { storageKeys } from '../lib/storage-keys.ts';
import { Button, buttonClasses, ButtonLink, ExternalLink } from '../ui/button.tsx';
import { Tooltip, TooltipProvider } from '../ui/tooltip.tsx';
import { CreditsMeter } from './credits-meter.tsx';
import { useShellShortcuts } from './shortcuts.ts';
import { SidebarContent } from './sidebar.tsx';

/** The dashboard's frame: sidebar, header and the page. */
export function DashboardLayout() {
  return (
    <TooltipProvider>
      <Frame />
    </TooltipProvider>
  );
}

function Frame() {
  const [isCollapsed, setCollapsed] = useState(
    () => localStorage.getItem(storageKeys.sidebar) === 'collapsed',
  );
  const toggle = () => {
    localStorage.setItem(storageKeys.sidebar, isCollapsed ? 'expanded' : 'collapsed');
    setCollapsed(!isCollapsed);
  };
  useShellShortcuts(toggle);
  const label = isCollapsed ? words.expand : words.collapse;
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
        <header className="sticky top-0 z-10 flex h-14 items-center gap-2 border-b border-line bg-paper px-4 sm:px-6 md:pl-3">
          <DrawerButton />
          <Tooltip text={label} side="bottom">
            <Button
              variant="ghost"
              size="icon"
              aria-label={label}
              aria-expanded={!isCollapsed}
              onClick={toggle}
              className="text-muted max-md:hidden"
            >
              <PanelLeft aria-hidden="true" strokeWidth={1.75} />
            </Button>
          </Tooltip>
          <div className="ml-auto flex items-center gap-1 sm:gap-2">
            <CreditsMeter />
            <HeaderButtons />
          </div>
        </header>
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          <Outlet />
        </main>
      </div>
    </div>
  );
}

/** `Help` and `Feature Request`; the latter opens the configured board, or else a ticket. */
function HeaderButtons() {
  const { feedbackUrl } = useRuntimeConfig();
  const request = (
    <>
      <MessageSquarePlus aria-hidden="true" strokeWidth={1.75} />
      <span className="max-sm:sr-only">{words.featureRequest}</span>
    </>
  );
  const classes = 'text-muted hover:text-ink max-sm:w-9 max-sm:px-0 pointer-coarse:max-sm:w-11';
  return (
    <>
      <ButtonLink to="/dashboard/help" variant="ghost" size="sm" className={classes}>
        <CircleHelp aria-hidden="true" strokeWidth={1.75} />
        <span className="max-sm:sr-only">{words.help}</span>
      </ButtonLink>
      {feedbackUrl === null ? (
        <ButtonLink
          to="/dashboard/help?new=feature-request"
          variant="outline"
          size="sm"
          className={classes}
        >
          {request}
        </ButtonLink>
      ) : (
        <ExternalLink
          href={feedbackUrl}
          className={cn(buttonClasses({ variant: 'outline', size: 'sm' }), classes)}
        >
          {request}
        </ExternalLink>
      )}
    </>
  );
}

const Drawer = lazy(async () => ({ default: (await import('./drawer.tsx')).Drawer }));

/** Opens the sidebar on phones; closed by going somewhere. */
function DrawerButton() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={words.openMenu}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        className="-ml-2 md:hidden"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        <MenuIcon aria-hidden="true" />
      </Button>
      <Suspense>{wasOpened && <Drawer isOpen={isOpen} onOpenChange={setOpen} />}</Suspense>
    </>
  );
}

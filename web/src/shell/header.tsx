import { CircleHelp, Menu as MenuIcon, MessageSquarePlus, PanelLeft, Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { shellMessages as messages } from '../lib/messages/shell.ts';
import { useIsBillingOn, useRuntimeConfig } from '../lib/api/runtime-config.ts';
import { isApple } from '../lib/keyboard/shortcuts.ts';
import { Button, buttonClasses, ButtonLink, ExternalLink } from '../ui/button.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { CreditsMeter } from './credits-meter.tsx';
import { OverlayContext, useShowOverlay, type Overlay } from './overlays.tsx';

/** Header of every page: sidebar toggle, search, credits, help. */
export function Header({ isCollapsed, onToggle }: { isCollapsed: boolean; onToggle: () => void }) {
  const label = isCollapsed ? messages.expand : messages.collapse;
  const isBillingOn = useIsBillingOn();
  return (
    <header className="sticky top-0 z-10 flex h-14 items-center gap-2 border-b border-line bg-paper px-4 sm:px-6 md:pl-3">
      <DrawerButton />
      <Tooltip text={label} side="bottom">
        <Button
          variant="ghost"
          size="icon"
          aria-label={label}
          aria-expanded={!isCollapsed}
          onClick={onToggle}
          className="text-muted max-md:hidden"
        >
          <PanelLeft aria-hidden="true" strokeWidth={1.75} />
        </Button>
      </Tooltip>
      <SearchButton />
      <div className="ml-auto flex items-center gap-1 sm:gap-2">
        {isBillingOn && <CreditsMeter />}
        <HeaderButtons />
      </div>
    </header>
  );
}

/** Opens the command palette; the only way to open it on phones. */
function SearchButton() {
  const show = useShowOverlay();
  return (
    <Tooltip text={messages.search(isApple ? '⌘K' : 'Ctrl K')} side="bottom">
      <Button
        variant="ghost"
        size="icon"
        aria-label={messages.shortcutPalette}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => show('palette')}
        className="text-muted"
      >
        <Search aria-hidden="true" strokeWidth={1.75} />
      </Button>
    </Tooltip>
  );
}

/**
 * `Help` and `Feature Request`; the latter opens the configured board, or a ticket if none is
 * configured.
 */
function HeaderButtons() {
  const { feedbackUrl } = useRuntimeConfig();
  const request = (
    <>
      <MessageSquarePlus aria-hidden="true" strokeWidth={1.75} />
      <span className="max-sm:sr-only">{messages.featureRequest}</span>
    </>
  );
  const classes = 'text-muted hover:text-ink max-sm:w-9 max-sm:px-0 pointer-coarse:max-sm:w-11';
  return (
    <>
      <ButtonLink to="/dashboard/help" variant="ghost" size="sm" className={classes}>
        <CircleHelp aria-hidden="true" strokeWidth={1.75} />
        <span className="max-sm:sr-only">{messages.help}</span>
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

/** Opens the sidebar on phones; navigation closes it. */
function DrawerButton() {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const show = useShowOverlay();
  // Avoids stacked dialogs: an overlay opened from the drawer replaces it.
  const showInstead = (overlay: Overlay) => {
    setOpen(false);
    show(overlay);
  };
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={messages.openMenu}
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
      <OverlayContext value={showInstead}>
        <Suspense>{wasOpened && <Drawer isOpen={isOpen} onOpenChange={setOpen} />}</Suspense>
      </OverlayContext>
    </>
  );
}

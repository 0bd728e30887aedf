import { LogOut } from 'lucide-react';
import { NavLink } from 'react-router';
import { useAuth } from '../features/accounts/session/auth-context.tsx';
import { useSignOut } from '../features/accounts/session/sign-out.ts';
import { UnreadDot } from '../features/tickets/unread-dot.tsx';
import { cn } from '../lib/cn.ts';
import { shellMessages as messages } from '../lib/messages/shell.ts';
import { useRuntimeConfig } from '../lib/api/runtime-config.ts';
import { Button } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { Logo } from '../ui/viewfinder.tsx';
import { AccountMenu } from './account-menu.tsx';
import { useNavItems } from './nav-items.ts';
import { usePrefetchOnHover } from './pages/prefetch-page.ts';

interface SidebarProps {
  isCollapsed: boolean;
  onNavigate?: () => void;
}

/** Brand, navigation and user block; icons with tooltips when collapsed. */
export function SidebarContent({ isCollapsed, onNavigate }: SidebarProps) {
  const { productName } = useRuntimeConfig();
  const items = useNavItems();
  const prefetchOnHover = usePrefetchOnHover();
  return (
    <div className="flex h-full flex-col">
      <div
        className={cn(
          'flex h-14 shrink-0 items-center gap-2.5 font-semibold',
          isCollapsed ? 'justify-center' : 'px-5',
        )}
      >
        <Logo className="size-5.5" />
        <span className={cn(isCollapsed && 'sr-only')}>{productName}</span>
      </div>
      <nav
        aria-label={messages.mainNavigation}
        className="flex-1 overflow-y-auto overscroll-contain px-2 py-2"
      >
        <ul className="grid gap-0.5">
          {items.map((item) => (
            <li key={item.to}>
              <Tooltip text={item.label} side="right" isDisabled={!isCollapsed}>
                <NavLink
                  to={item.to}
                  end={item.isExact === true}
                  onClick={onNavigate}
                  {...prefetchOnHover(item.to)}
                  className={({ isActive }) =>
                    cn(
                      'group relative flex h-9 items-center gap-3 rounded-control text-muted hover:bg-grey-wash hover:text-ink pointer-coarse:h-11',
                      isCollapsed ? 'justify-center' : 'px-3',
                      isActive && 'bg-grey-wash font-medium text-ink',
                    )
                  }
                >
                  <item.Icon
                    aria-hidden="true"
                    strokeWidth={1.75}
                    className="size-4 shrink-0 group-aria-[current=page]:text-cobalt"
                  />
                  <span className={cn('truncate', isCollapsed && 'sr-only')}>{item.label}</span>
                  {item.hasUnread === true && (
                    <UnreadDot
                      className={isCollapsed ? 'absolute top-1.5 right-1.5' : 'mr-1 ml-auto'}
                    />
                  )}
                </NavLink>
              </Tooltip>
            </li>
          ))}
        </ul>
      </nav>
      <SidebarFooter isCollapsed={isCollapsed} />
    </div>
  );
}

function SidebarFooter({ isCollapsed }: { isCollapsed: boolean }) {
  const { user } = useAuth();
  const { sampleEmail } = useRuntimeConfig();
  const { signOut, isSigningOut } = useSignOut();
  const name = [user?.firstName, user?.lastName].filter(Boolean).join(' ') || messages.fallbackName;
  const label = isSigningOut ? messages.signingOut : messages.signOut;
  return (
    <div className="grid gap-1 border-t border-line p-2">
      <AccountMenu name={name} email={user?.email || sampleEmail} isCollapsed={isCollapsed} />
      <Tooltip text={label} side="right" isDisabled={!isCollapsed}>
        <Button
          variant="ghost"
          size={isCollapsed ? 'icon' : 'default'}
          disabled={isSigningOut}
          onClick={signOut}
          className={cn(
            'font-normal text-muted',
            isCollapsed ? 'mx-auto' : 'w-full justify-start gap-3 px-3',
          )}
        >
          {isSigningOut ? <Spinner /> : <LogOut aria-hidden="true" strokeWidth={1.75} />}
          <span className={cn(isCollapsed && 'sr-only')}>{label}</span>
        </Button>
      </Tooltip>
    </div>
  );
}

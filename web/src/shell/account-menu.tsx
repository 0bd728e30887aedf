import {
  Bell,
  BookOpen,
  CalendarClock,
  ChevronsUpDown,
  Diff,
  FileChartColumn,
  Keyboard,
  Layers,
  LifeBuoy,
  MonitorSmartphone,
  Scale,
  ScrollText,
  ShieldCheck,
  Sparkles,
  UserLock,
  Users,
} from 'lucide-react';
import { useAuth } from '../features/accounts/session/auth-context.tsx';
import { useRights } from '../features/accounts/session/rights.tsx';
import { cn } from '../lib/cn.ts';
import { requestLogMessages } from '../lib/messages/api-keys.ts';
import { baselineMessages } from '../lib/messages/captures/baselines.ts';
import { batchMessages } from '../lib/messages/captures/batches.ts';
import { reportMessages } from '../lib/messages/captures/reports.ts';
import { scheduleMessages } from '../lib/messages/captures/schedules.ts';
import {
  auditLogTitle,
  privacyShellMessages,
  shellMessages as messages,
  teamShellMessages,
} from '../lib/messages/shell.ts';
import { useRuntimeConfig } from '../lib/api/runtime-config.ts';
import { Menu } from '../ui/menu.tsx';
import type { MenuItem } from '../ui/menu-popup.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { useHealth } from './status/service-status.ts';
import { useShowOverlay } from './overlays.tsx';

/** User block at the bottom of the sidebar; opens the account menu. */
export function AccountMenu(props: { name: string; email: string; isCollapsed: boolean }) {
  const { docsUrl, statusUrl, legalPages } = useRuntimeConfig();
  const show = useShowOverlay();
  const { user } = useAuth();
  const may = useRights();
  const works = useHealth();
  const items = [
    ...(user?.isStaff === true
      ? [{ label: messages.supportTeam, icon: <LifeBuoy />, to: '/staff' }]
      : []),
    { label: teamShellMessages.title, icon: <Users />, to: '/dashboard/team' },
    { label: messages.sessions, icon: <MonitorSmartphone />, onSelect: () => show('sessions') },
    { label: batchMessages.title, icon: <Layers />, to: '/dashboard/batches' },
    { label: baselineMessages.title, icon: <Diff />, to: '/dashboard/baselines' },
    { label: scheduleMessages.title, icon: <CalendarClock />, to: '/dashboard/schedules' },
    { label: reportMessages.title, icon: <FileChartColumn />, to: '/dashboard/reports' },
    ...(may('integrate')
      ? [{ label: requestLogMessages.title, icon: <ScrollText />, to: '/dashboard/requests' }]
      : []),
    ...(may('team')
      ? [{ label: auditLogTitle, icon: <ShieldCheck />, to: '/dashboard/audit' }]
      : []),
    { label: privacyShellMessages.title, icon: <UserLock />, to: '/dashboard/privacy' },
    { label: messages.notifications, icon: <Bell />, onSelect: () => show('notifications') },
    { label: messages.shortcuts, icon: <Keyboard />, onSelect: () => show('shortcuts') },
    { label: messages.docs, icon: <BookOpen />, href: docsUrl },
    // Documentation at another address may have no such page.
    ...(docsUrl.startsWith('/')
      ? [{ label: messages.whatIsNew, icon: <Sparkles />, href: `${docsUrl}/changelog` }]
      : []),
    ...(statusUrl === null ? [] : [statusItem(statusUrl, works)]),
    ...legalPages.map(({ title, path }) => ({ label: title, icon: <Scale />, href: path })),
  ];
  return <Menu side="top" items={items} trigger={<UserBlock {...props} />} />;
}

function statusItem(href: string, works: boolean | undefined): MenuItem {
  const dot = works === false ? 'bg-red' : works === true ? 'bg-green' : 'bg-control';
  return {
    label: works === false ? messages.statusProblems : messages.status,
    icon: (
      <span aria-hidden="true" className="grid size-4 place-items-center">
        <span className={cn('size-2 rounded-full', dot)} />
      </span>
    ),
    href,
  };
}

function UserBlock({
  name,
  email,
  isCollapsed,
  ...trigger
}: { name: string; email: string; isCollapsed: boolean } & React.ComponentProps<'button'>) {
  return (
    <Tooltip text={`${name}, ${email}`} side={isCollapsed ? 'right' : 'top'}>
      <button
        type="button"
        {...trigger}
        className={cn(
          'flex items-center gap-3 rounded-control text-left hover:bg-grey-wash data-popup-open:bg-grey-wash',
          isCollapsed ? 'mx-auto size-9 justify-center' : 'w-full px-2 py-1.5',
        )}
      >
        <span
          aria-hidden="true"
          className="grid size-7 shrink-0 place-items-center rounded-full bg-ink text-label font-medium text-white"
        >
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span className={cn('grid min-w-0 flex-1', isCollapsed && 'sr-only')}>
          <span className="truncate text-table font-medium">{name}</span>
          <span className="truncate text-label text-muted">{email}</span>
        </span>
        {!isCollapsed && (
          <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
        )}
        <span className="sr-only">{messages.accountMenu}</span>
      </button>
    </Tooltip>
  );
}

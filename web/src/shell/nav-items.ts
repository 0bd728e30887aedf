import type { MemberRight } from '@shotwright/contract';
import {
  Bookmark,
  CircleHelp,
  CreditCard,
  Images,
  KeyRound,
  LayoutGrid,
  ScanLine,
  Settings,
  Webhook,
  type LucideIcon,
} from 'lucide-react';
import { useRights } from '../features/accounts/session/rights.tsx';
import { shellMessages as messages } from '../lib/messages/shell.ts';
import { useIsBillingOn } from '../lib/api/runtime-config.ts';

/** Page in the sidebar; `key` is the letter of its shortcut after `g`. */
export interface NavItem {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  readonly key: string;
  /** Active only on this exact path; other items are also active on sub-paths. */
  readonly isExact?: boolean;
  /** Shows a dot while there is an unread reply from staff. */
  readonly hasUnread?: boolean;
  /** Hidden if billing is disabled. */
  readonly isBilling?: boolean;
  /** Hidden from users whose role lacks the right. */
  readonly right?: MemberRight;
}

/** Sidebar items in the order of the specification's §2. */
const navItems: readonly NavItem[] = [
  { to: '/dashboard', label: messages.overview, Icon: LayoutGrid, key: 'o', isExact: true },
  {
    to: '/dashboard/playground',
    label: messages.playground,
    Icon: ScanLine,
    key: 'p',
    right: 'edit',
  },
  {
    to: '/dashboard/api-keys',
    label: messages.apiKeys,
    Icon: KeyRound,
    key: 'k',
    right: 'integrate',
  },
  { to: '/dashboard/files', label: messages.files, Icon: Images, key: 'f' },
  { to: '/dashboard/saved-settings', label: messages.savedSettings, Icon: Bookmark, key: 's' },
  {
    to: '/dashboard/webhooks',
    label: messages.webhooks,
    Icon: Webhook,
    key: 'w',
    right: 'integrate',
  },
  {
    to: '/dashboard/billing',
    label: messages.billing,
    Icon: CreditCard,
    key: 'b',
    isBilling: true,
    right: 'billing',
  },
  {
    to: '/dashboard/help',
    label: messages.help,
    Icon: CircleHelp,
    key: 'h',
    hasUnread: true,
  },
  { to: '/dashboard/settings', label: messages.settings, Icon: Settings, key: 't' },
];

/** Returns the {@link navItems} of this installation that the role of the user allows. */
export function useNavItems(): readonly NavItem[] {
  const isBillingOn = useIsBillingOn();
  const may = useRights();
  return navItems.filter(
    ({ isBilling, right = 'view' }) => (isBillingOn || isBilling !== true) && may(right),
  );
}

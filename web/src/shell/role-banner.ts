import { useRole } from '../features/accounts/session/rights.tsx';
import { useBanner } from '../lib/banners.ts';
import { teamShellMessages as messages } from '../lib/messages/shell.ts';

/** Shows a banner to users whose role cannot change captures. */
export function useRoleBanner(): void {
  const role = useRole();
  const isLimited = role === 'viewer' || role === 'billing';
  const actions = [{ label: messages.seeRights, to: '/dashboard/team' }];
  useBanner(isLimited ? { id: 'role', priority: 1, text: messages.limited[role], actions } : null);
}

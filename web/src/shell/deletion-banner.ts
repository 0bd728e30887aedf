import { useAuth } from '../features/accounts/session/auth-context.tsx';
import { useBanner } from '../lib/banners.ts';
import { formatDate } from '../lib/format/format.ts';
import { privacyShellMessages as messages } from '../lib/messages/shell.ts';

const actions = [{ label: messages.keep, to: '/dashboard/privacy' }];

/** Shows a banner above all others while the deletion of the account is scheduled. */
export function useDeletionBanner(): void {
  const at = useAuth().user?.deletionAt;
  useBanner(
    at === undefined
      ? null
      : { id: 'deletion', priority: 100, text: messages.deletion(formatDate(at)), actions },
  );
}

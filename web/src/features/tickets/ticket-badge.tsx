import { formatStatus } from '../../lib/format/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { statusTone } from './tickets.rules.ts';

/** Badge with a ticket's status; underscores are shown as spaces. */
export function TicketBadge({ status }: { status: string }) {
  return <Badge tone={statusTone(status)}>{formatStatus(status)}</Badge>;
}

import { formatStatus } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { statusTone } from './tickets.rules.ts';

/** A ticket's status in a word and a colour; underscores read as spaces. */
export function TicketBadge({ status }: { status: string }) {
  return <Badge tone={statusTone(status)}>{formatStatus(status)}</Badge>;
}

import { cn } from '../../lib/cn.ts';
import { ticketMessages as messages } from '../../lib/messages/tickets.ts';
import { useTickets } from './tickets.api.ts';

/** Dot next to Help while there is an unread reply from staff. Source: acceptance HP-17. */
export function UnreadDot(props: { className?: string }) {
  const { data } = useTickets();
  if (data === undefined || data.unreadCount === 0) return null;
  return (
    <span className={cn('size-2 shrink-0 rounded-full bg-cobalt', props.className)}>
      <span className="sr-only"> {messages.unreadDot(data.unreadCount)}</span>
    </span>
  );
}

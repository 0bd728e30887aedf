import type { StaffTicket } from '@shotwright/contract';
import { ticketStatuses } from '@shotwright/contract/paths';
import { staffQueueMessages, staffTicketMessages as messages } from '../../lib/messages/staff.ts';
import { LoadingButton } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { useAuth } from '../accounts/session/auth-context.tsx';
import { useAssign, useSetStatus } from './staff.api.ts';

/** Controls for the status and the assignee of a ticket. */
export function TicketControls({ ticket }: { ticket: StaffTicket }) {
  const { user } = useAuth();
  const setStatus = useSetStatus(ticket.id);
  const assign = useAssign(ticket.id);
  const { assignee } = ticket;
  const isMine = assignee !== null && assignee.userId === user?.id;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {assignee !== null && !isMine && (
        <span className="mr-1 text-table text-muted">{messages.takenBy(assignee.name)}</span>
      )}
      <LoadingButton
        variant="outline"
        isLoading={assign.isPending}
        onClick={() => assign.mutate(!isMine)}
      >
        {isMine ? messages.unassign : messages.take}
      </LoadingButton>
      <Select
        aria-label={messages.status}
        options={statusOptions}
        value={ticket.status}
        isDisabled={setStatus.isPending}
        onValueChange={(value) => {
          const status = ticketStatuses.find((one) => one === value);
          if (status !== undefined && status !== ticket.status) setStatus.mutate(status);
        }}
        className="h-9 w-40"
      />
    </div>
  );
}

/** Status options of a ticket. */
export const statusOptions = ticketStatuses.map((value) => ({
  value,
  label: staffQueueMessages.statuses[value],
}));

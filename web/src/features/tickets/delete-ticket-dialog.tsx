import { commonMessages } from '../../lib/messages/common.ts';
import { ticketMessages as messages } from '../../lib/messages/tickets.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';

/** Confirms the deletion of a ticket, in the wording that the specification defines for it. */
export function DeleteTicketDialog(props: {
  open: boolean;
  onClose: () => void;
  isDeleting: boolean;
  onDelete: () => void;
  finalFocus: () => HTMLElement | null;
}) {
  return (
    <AlertDialog
      open={props.open}
      onOpenChange={props.onClose}
      title={commonMessages.deleteTitle(messages.deleteType)}
      text={messages.deleteText}
      finalFocus={props.finalFocus}
      confirm={{
        label: commonMessages.delete,
        busyLabel: commonMessages.deleting,
        isBusy: props.isDeleting,
        onClick: props.onDelete,
      }}
    />
  );
}

import { commonMessages as messages } from '../lib/messages/common.ts';
import { AlertDialog } from './alert-dialog.tsx';

/** Confirms that unsaved input in a dialog or sheet is discarded; `onDiscard` then closes it. */
export function DiscardConfirm(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDiscard: () => void;
}) {
  return (
    <AlertDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={messages.discardTitle}
      text={messages.discardText}
      cancelLabel={messages.keepEditing}
      confirm={{
        label: messages.discard,
        onClick: () => {
          props.onOpenChange(false);
          props.onDiscard();
        },
      }}
    />
  );
}

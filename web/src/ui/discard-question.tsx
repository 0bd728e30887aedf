import { commonMessages as words } from '../lib/messages/common.ts';
import { AlertDialog } from './alert-dialog.tsx';

/** Confirms that unsaved input in a dialog or sheet is discarded; `onDiscard` then closes it. */
export function DiscardQuestion(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDiscard: () => void;
}) {
  return (
    <AlertDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={words.discardTitle}
      text={words.discardText}
      cancelLabel={words.keepEditing}
      confirm={{
        label: words.discard,
        onClick: () => {
          props.onOpenChange(false);
          props.onDiscard();
        },
      }}
    />
  );
}

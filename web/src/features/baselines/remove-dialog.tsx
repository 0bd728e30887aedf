import { baselineMessages as messages } from '../../lib/messages/captures/baselines.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { useRemoveBaseline } from './baselines.api.ts';

/** Confirmation of the removal of a baseline. */
export function RemoveDialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  baselineId: string;
  /** URL of the baseline. */
  url: string;
  finalFocus?: () => HTMLElement | null;
}) {
  const remove = useRemoveBaseline();
  return (
    <AlertDialog
      open={props.open}
      onOpenChange={props.onOpenChange}
      title={messages.removeTitle}
      text={messages.removeText(props.url)}
      cancelLabel={messages.keep}
      {...(props.finalFocus && { finalFocus: props.finalFocus })}
      confirm={{
        label: messages.remove,
        isBusy: remove.isPending,
        busyLabel: messages.removing,
        onClick: () =>
          remove.mutate(props.baselineId, { onSettled: () => props.onOpenChange(false) }),
      }}
    />
  );
}

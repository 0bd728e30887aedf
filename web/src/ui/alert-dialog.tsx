import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { useRef, type ReactNode, type RefObject } from 'react';
import { cn } from '../lib/cn.ts';
import { commonMessages as messages } from '../lib/messages/common.ts';
import { Button, buttonRowClasses, LoadingButton } from './button.tsx';

const classes = {
  backdrop:
    'fixed inset-0 z-40 bg-ink/35 transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0',
  popup:
    'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 overflow-y-auto overscroll-contain rounded-dialog border border-line bg-card p-6 shadow-raised outline-none transition-[opacity,transform] duration-180 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
};

interface AlertDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  text: string;
  cancelLabel?: string;
  confirm: {
    label: string;
    onClick: () => void;
    isBusy?: boolean;
    busyLabel?: string;
    isDisabled?: boolean;
  };
  /** Element that receives the focus if the opener no longer exists. */
  finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  children?: ReactNode;
}

/**
 * Confirmation dialog that requires a choice; the safe button has the initial focus. It cannot be
 * closed while busy.
 */
export function AlertDialog(props: AlertDialogProps) {
  const safe = useRef<HTMLButtonElement>(null);
  const { confirm } = props;
  const isBusy = confirm.isBusy === true;
  return (
    <Base.Root
      open={props.open}
      onOpenChange={(open, details) => (isBusy ? details.cancel() : props.onOpenChange(open))}
    >
      <Base.Portal>
        <Base.Backdrop className={classes.backdrop} />
        <Base.Popup
          className={classes.popup}
          initialFocus={safe}
          {...(props.finalFocus && { finalFocus: props.finalFocus })}
        >
          <Base.Title className="text-lead font-semibold">{props.title}</Base.Title>
          <Base.Description className="mt-1.5 text-body text-muted">{props.text}</Base.Description>
          {props.children}
          <div className={cn(buttonRowClasses, 'mt-6 justify-end')}>
            <Button
              ref={safe}
              variant="outline"
              disabled={isBusy}
              onClick={() => props.onOpenChange(false)}
            >
              {props.cancelLabel ?? messages.cancel}
            </Button>
            <LoadingButton
              variant="destructive"
              isLoading={isBusy}
              disabled={confirm.isDisabled === true}
              {...(confirm.busyLabel !== undefined && { loadingText: confirm.busyLabel })}
              onClick={confirm.onClick}
            >
              {confirm.label}
            </LoadingButton>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

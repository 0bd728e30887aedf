import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useState, type ReactNode, type RefObject } from 'react';
import { cn } from '../lib/cn.ts';
import { commonMessages as messages } from '../lib/messages/common.ts';
import { Button, buttonRowClasses } from './button.tsx';
import { DiscardConfirm } from './discard-confirm.tsx';

/** Classes shared by the dialogs. */
export const dialogClasses = {
  backdrop:
    'fixed inset-0 z-40 bg-ink/35 transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0',
  popup:
    'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col overflow-hidden rounded-dialog border border-line bg-card shadow-raised outline-none transition-[opacity,transform] duration-180 data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
  title: 'text-lead font-semibold',
  text: 'text-body text-muted',
} as const;

const widths = { default: 'max-w-md', wide: 'max-w-2xl', full: 'max-w-[100rem]' } as const;

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** True while the dialog's work runs; it then cannot be closed. */
  isBusy?: boolean;
  /** True if there is unsaved input; Escape and the backdrop then require confirmation. */
  isDirty?: boolean;
  /** Called on discard, if discarding does more than closing. */
  onDiscard?: () => void;
  size?: keyof typeof widths;
  initialFocus?: RefObject<HTMLElement | null>;
  finalFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  children: ReactNode;
}

/** Dialog with a short title and a body that ends with its actions (see {@link DialogActions}). */
export function Dialog(props: DialogProps) {
  const [isConfirming, setConfirming] = useState(false);
  const change = (open: boolean, details: { reason: string; cancel: () => void }) => {
    if (props.isBusy === true) return details.cancel();
    const isSlip = details.reason === 'escape-key' || details.reason === 'outside-press';
    if (!open && isSlip && props.isDirty === true) {
      details.cancel();
      setConfirming(true);
      return;
    }
    props.onOpenChange(open);
  };
  return (
    <Base.Root open={props.open} onOpenChange={change}>
      <Base.Portal>
        <Base.Backdrop className={dialogClasses.backdrop} />
        <Base.Popup
          className={cn(dialogClasses.popup, widths[props.size ?? 'default'])}
          {...(props.initialFocus && { initialFocus: props.initialFocus })}
          {...(props.finalFocus && { finalFocus: props.finalFocus })}
        >
          <header className="flex items-start justify-between gap-4 px-6 pt-5">
            <div className="grid gap-1">
              <Base.Title className={dialogClasses.title}>{props.title}</Base.Title>
              {props.description && (
                <Base.Description className={dialogClasses.text}>
                  {props.description}
                </Base.Description>
              )}
            </div>
            <Base.Close
              aria-label={messages.close}
              disabled={props.isBusy === true}
              render={<Button variant="ghost" size="icon" className="-mt-1.5 -mr-3 text-muted" />}
            >
              <X aria-hidden="true" />
            </Base.Close>
          </header>
          <div className="overflow-y-auto overscroll-contain px-6 pt-4 pb-6">{props.children}</div>
        </Base.Popup>
      </Base.Portal>
      <DiscardConfirm
        open={isConfirming}
        onOpenChange={setConfirming}
        onDiscard={props.onDiscard ?? (() => props.onOpenChange(false))}
      />
    </Base.Root>
  );
}

/** Action row of a dialog, the safe action first. */
export function DialogActions(props: { children: ReactNode; className?: string }) {
  return (
    <div className={cn(buttonRowClasses, 'mt-6 justify-end', props.className)}>
      {props.children}
    </div>
  );
}

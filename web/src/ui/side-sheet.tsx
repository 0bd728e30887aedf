import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { commonMessages as messages } from '../lib/messages/common.ts';
import { Button } from './button.tsx';
import { dialogClasses } from './dialog.tsx';
import { DiscardConfirm } from './discard-confirm.tsx';

/** Side sheet with the details of a row at the right edge; full width on phones. */
export function SideSheet(props: {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** True if there is unsaved input; closing then requires confirmation. */
  isDirty?: boolean;
  /** Element that receives the focus if the row that opened the sheet no longer exists. */
  finalFocus?: () => HTMLElement | null;
  children: ReactNode;
}) {
  const [isConfirming, setConfirming] = useState(false);
  const change = (open: boolean, details: { cancel: () => void }) => {
    if (open) return;
    if (props.isDirty !== true) return props.onClose();
    details.cancel();
    setConfirming(true);
  };
  return (
    <Base.Root open={props.open} onOpenChange={change}>
      <Base.Portal>
        <Base.Backdrop className={dialogClasses.backdrop} />
        <Base.Popup
          className="fixed inset-y-0 right-0 z-40 flex w-full max-w-2xl flex-col border-l border-line bg-card shadow-raised outline-none transition-[opacity,transform] duration-180 data-ending-style:translate-x-6 data-ending-style:opacity-0 data-starting-style:translate-x-6 data-starting-style:opacity-0"
          {...(props.finalFocus && { finalFocus: props.finalFocus })}
        >
          <header className="flex items-start justify-between gap-4 px-4 pt-5 sm:px-6">
            <div className="grid min-w-0 gap-1">
              <Base.Title className={cn(dialogClasses.title, 'break-words')}>
                {props.title}
              </Base.Title>
              {props.description}
            </div>
            <Base.Close
              aria-label={messages.close}
              render={<Button variant="ghost" size="icon" className="-mt-1.5 -mr-3 text-muted" />}
            >
              <X aria-hidden="true" />
            </Base.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pt-3 pb-8 sm:px-6">
            {props.children}
          </div>
        </Base.Popup>
      </Base.Portal>
      <DiscardConfirm open={isConfirming} onOpenChange={setConfirming} onDiscard={props.onClose} />
    </Base.Root>
  );
}

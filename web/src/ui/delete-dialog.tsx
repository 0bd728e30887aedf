import { useState, type ReactNode } from 'react';
import { commonMessages as messages } from '../lib/messages/common.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { Field, Input } from './field.tsx';

/** Type of object in a delete confirmation. Source: acceptance CP-5. */
export type DeletableType =
  | 'project'
  | 'API key'
  | 'setting'
  | 'webhook'
  | 'destination'
  | 'schedule'
  | 'report'
  | 'passkey'
  | 'file'
  | 'slide'
  | 'notice';

interface DeleteDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  type: DeletableType;
  name: string;
  isDeleting: boolean;
  onDelete: () => void;
  /** Requires typing the name first, for objects that cannot be recreated. */
  mustTypeName?: boolean;
  /** Element that receives the focus if the row that opened the dialog no longer exists. */
  finalFocus?: () => HTMLElement | null;
  /** List of the data deleted with it. */
  children?: ReactNode;
}

/** Shared delete confirmation. Source: specification §2. */
export function DeleteDialog(props: DeleteDialogProps) {
  const [typed, setTyped] = useState('');
  return (
    <AlertDialog
      open={props.open}
      onOpenChange={(open) => {
        setTyped('');
        props.onOpenChange(open);
      }}
      title={messages.deleteTitle(props.type)}
      text={messages.deleteText(props.name)}
      {...(props.finalFocus && { finalFocus: props.finalFocus })}
      confirm={{
        label: messages.delete,
        busyLabel: messages.deleting,
        isBusy: props.isDeleting,
        isDisabled: props.mustTypeName === true && typed !== props.name,
        onClick: props.onDelete,
      }}
    >
      {props.children}
      {props.mustTypeName === true && (
        <Field label={messages.typeToConfirm(props.name)} className="mt-4">
          {(control) => (
            <Input {...control} value={typed} onChange={(event) => setTyped(event.target.value)} />
          )}
        </Field>
      )}
    </AlertDialog>
  );
}

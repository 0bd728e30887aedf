import { textLimits } from '@shotwright/contract/paths';
import { useRef, useState, type FormEvent } from 'react';
import { commonMessages as messages } from '../lib/messages/common.ts';
import { Button } from './button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import { TextField } from './field.tsx';

/**
 * Dialog that renames a thing of a list; `Save` closes it at once and the name is saved in the background
 * (ruling RL-7).
 */
export function EditNameDialog(props: {
  title: string;
  name: string;
  open: boolean;
  onClose: () => void;
  onSave: (name: string) => void;
}) {
  const [name, setName] = useState(props.name);
  const input = useRef<HTMLInputElement>(null);
  const trimmed = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed === '') return;
    props.onClose();
    if (trimmed !== props.name) props.onSave(trimmed);
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onClose}
      title={props.title}
      isDirty={trimmed !== props.name}
      initialFocus={input}
    >
      <form noValidate onSubmit={submit}>
        <TextField
          label={messages.name}
          ref={input}
          maxLength={textLimits.name}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogActions>
          <Button variant="outline" onClick={props.onClose}>
            {messages.cancel}
          </Button>
          <Button type="submit" disabled={trimmed === ''}>
            {messages.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

import type { Project } from '@shotwright/contract';
import { textLimits } from '@shotwright/contract/paths';
import { useRef, useState, type FormEvent } from 'react';
import { commonMessages } from '../../lib/messages/common.ts';
import { overviewMessages as messages } from '../../lib/messages/overview.ts';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { useCreateProject } from './projects.api.ts';

interface CreateProjectDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  takenNames: readonly string[];
  onCreated: (project: Project) => void;
}

/** Dialog that creates a project. A name that is already used is allowed, with a warning. */
export function CreateProjectDialog(props: CreateProjectDialogProps) {
  const [name, setName] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const create = useCreateProject();
  const trimmed = name.trim();
  const isTaken = props.takenNames.some((one) => one.toLowerCase() === trimmed.toLowerCase());
  const change = (open: boolean) => {
    if (!open) setName('');
    props.onOpenChange(open);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed === '' || create.isPending) return;
    create.mutate(trimmed, {
      onSuccess: ({ project }) => {
        props.onCreated(project);
        change(false);
      },
    });
  };
  return (
    <Dialog
      open={props.open}
      onOpenChange={change}
      title={messages.createProject}
      isBusy={create.isPending}
      isDirty={trimmed !== ''}
      initialFocus={input}
    >
      <form noValidate onSubmit={submit}>
        <TextField
          label={messages.projectName}
          help={isTaken ? <TakenName /> : messages.projectNameHelp}
          ref={input}
          maxLength={textLimits.name}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <DialogActions>
          <Button variant="outline" disabled={create.isPending} onClick={() => change(false)}>
            {commonMessages.cancel}
          </Button>
          <LoadingButton type="submit" disabled={trimmed === ''} isLoading={create.isPending}>
            {messages.createProject}
          </LoadingButton>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function TakenName() {
  return <span className="text-amber">{messages.duplicateName}</span>;
}

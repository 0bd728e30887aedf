import type { SavedReply } from '@shotwright/contract';
import { textLimits } from '@shotwright/contract/paths';
import { Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { commonMessages } from '../../lib/messages/common.ts';
import { staffTicketMessages as messages } from '../../lib/messages/staff.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/empty-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { useDeleteSavedReply, useSavedReplies, useSaveReply } from './staff.api.ts';

/** Dialog with the saved replies: insert, delete, or save the current reply. */
export function SavedRepliesDialog(props: {
  open: boolean;
  onClose: () => void;
  markdown: string;
  onInsert: (markdown: string) => void;
}) {
  return (
    <Dialog
      open={props.open}
      onOpenChange={props.onClose}
      title={messages.saved}
      description={messages.savedLead}
      size="wide"
    >
      <div className="grid gap-5">
        <Replies onInsert={props.onInsert} />
        {props.markdown.trim() !== '' && <SaveForm markdown={props.markdown} />}
      </div>
    </Dialog>
  );
}

function Replies({ onInsert }: { onInsert: (markdown: string) => void }) {
  const { data, isError, error, refetch } = useSavedReplies();
  const [pendingDeletion, setPendingDeletion] = useState<SavedReply | null>(null);
  const remove = useDeleteSavedReply();
  if (isError && data === undefined) {
    return <LoadError title={messages.savedFailed} error={error} onRetry={() => void refetch()} />;
  }
  if (data?.length === 0) return <p className="text-muted">{messages.savedEmpty}</p>;
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line">
        {data?.map((reply) => (
          <li key={reply.id} className="flex items-center gap-3 py-2 pr-2 pl-4">
            <span className="grid min-w-0 flex-1">
              <span className="truncate font-medium">{reply.name}</span>
              <span className="truncate text-table text-muted">{reply.markdown}</span>
            </span>
            <Button
              variant="outline"
              size="sm"
              aria-label={messages.insertNamed(reply.name)}
              onClick={() => onInsert(reply.markdown)}
            >
              {messages.insert}
            </Button>
            <IconButton
              label={messages.deleteNamed(reply.name)}
              isDestructive
              onClick={() => setPendingDeletion(reply)}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <AlertDialog
        open={pendingDeletion !== null}
        onOpenChange={() => setPendingDeletion(null)}
        title={commonMessages.deleteTitle(messages.savedType)}
        text={commonMessages.deleteText(pendingDeletion?.name ?? '')}
        confirm={{
          label: commonMessages.delete,
          busyLabel: commonMessages.deleting,
          isBusy: remove.isPending,
          onClick: () =>
            pendingDeletion !== null &&
            remove.mutate(pendingDeletion.id, { onSuccess: () => setPendingDeletion(null) }),
        }}
      />
    </>
  );
}

function SaveForm({ markdown }: { markdown: string }) {
  const [name, setName] = useState('');
  const save = useSaveReply();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // In React's tree this form is inside the reply form, which must not be submitted by it.
    event.stopPropagation();
    if (name.trim() === '' || save.isPending) return;
    save.mutate({ name: name.trim(), markdown }, { onSuccess: () => setName('') });
  };
  return (
    <form noValidate onSubmit={submit} className="flex items-end gap-2">
      <TextField
        label={messages.savedName}
        fieldClassName="flex-1"
        maxLength={textLimits.name}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <LoadingButton
        type="submit"
        variant="outline"
        className="h-10"
        disabled={name.trim() === ''}
        isLoading={save.isPending}
        loadingText={messages.saving}
      >
        {messages.save}
      </LoadingButton>
    </form>
  );
}

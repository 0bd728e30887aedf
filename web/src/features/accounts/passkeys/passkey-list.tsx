import type { Passkey } from '@shotwright/contract';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { passkeyMessages as messages } from '../../../lib/messages/security/passkeys.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { DeleteDialog } from '../../../ui/delete-dialog.tsx';
import { EditNameDialog } from '../../../ui/edit-name-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Time } from '../../../ui/time.tsx';
import { useDeletePasskey, useRenamePasskey } from './passkeys.api.ts';

/** List of passkeys; each can be renamed and, after a confirmation, deleted. */
export function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [dialog, setDialog] = useState<{
    kind: 'delete' | 'rename';
    passkey: Passkey;
    isOpen: boolean;
    /** Unique per opening, so that earlier input does not reappear. */
    openCount: number;
  } | null>(null);
  const returnFocus = useReturnFocus();
  const rename = useRenamePasskey();
  const remove = useDeletePasskey();
  const open = (kind: 'delete' | 'rename', passkey: Passkey) => {
    returnFocus.remember();
    setDialog({ kind, passkey, isOpen: true, openCount: (dialog?.openCount ?? 0) + 1 });
  };
  const close = () => setDialog(dialog && { ...dialog, isOpen: false });
  return (
    <>
      {passkeys.length > 0 && (
        <ul
          aria-label={messages.list}
          className="grid divide-y divide-line rounded-card border border-line bg-card shadow-sheet"
        >
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => open('rename', passkey)}
              onDelete={() => open('delete', passkey)}
            />
          ))}
        </ul>
      )}
      {dialog?.kind === 'rename' && (
        <EditNameDialog
          key={dialog.openCount}
          title={messages.renameTitle}
          name={dialog.passkey.name}
          open={dialog.isOpen}
          onClose={close}
          onSave={(name) => rename.mutate({ id: dialog.passkey.id, name })}
        />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          open={dialog.isOpen}
          onOpenChange={close}
          type="passkey"
          name={dialog.passkey.name}
          isDeleting={remove.isPending}
          onDelete={() => remove.mutate(dialog.passkey.id, { onSuccess: close })}
          finalFocus={returnFocus.finalFocus}
        />
      )}
    </>
  );
}

function PasskeyRow(props: { passkey: Passkey; onRename: () => void; onDelete: () => void }) {
  const { name } = props.passkey;
  return (
    <li className="flex items-center gap-3 py-2.5 pr-2.5 pl-4">
      <KeyRound aria-hidden="true" className="size-4 shrink-0 text-muted max-sm:hidden" />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <span className="font-medium wrap-anywhere">{name}</span>
        <Facts passkey={props.passkey} />
      </div>
      <div className="flex shrink-0">
        <IconButton label={messages.rename(name)} onClick={props.onRename}>
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton label={messages.delete(name)} isDestructive onClick={props.onDelete}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}

function Facts({ passkey: { createdAt, lastUsedAt, isSynced } }: { passkey: Passkey }) {
  return (
    <p className="text-label text-muted">
      {messages.added} <Time value={createdAt} />
      {messages.separator}
      {lastUsedAt === null ? (
        messages.neverUsed
      ) : (
        <>
          {messages.lastUsed} <Time value={lastUsedAt} display="age" />
        </>
      )}
      {isSynced && `${messages.separator}${messages.synced}`}
    </p>
  );
}

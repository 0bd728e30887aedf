import type { Passkey } from '@shotwright/contract';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { passkeyMessages as messages } from '../../../lib/messages/security/passkeys.ts';
import { useReturnFocus } from '../../../lib/use-return-focus.ts';
import { DeleteDialog } from '../../../ui/delete-dialog.tsx';
import { EditNameDialog } from '../../../ui/edit-name-dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Time } from '../../../ui/time.tsx';
import { useOpening } from '../../../ui/use-opening.ts';
import { useDeletePasskey, useRenamePasskey } from './passkeys.api.ts';

/** List of passkeys; each can be renamed and, after a confirmation, deleted. */
export function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const renaming = useOpening<Passkey>();
  const deleting = useOpening<Passkey>();
  const returnFocus = useReturnFocus();
  const rename = useRenamePasskey();
  const remove = useDeletePasskey();
  const open = (dialog: typeof renaming, passkey: Passkey) => {
    returnFocus.remember();
    dialog.open(passkey);
  };
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
              onRename={() => open(renaming, passkey)}
              onDelete={() => open(deleting, passkey)}
            />
          ))}
        </ul>
      )}
      {renaming.item && (
        <EditNameDialog
          key={renaming.openCount}
          title={messages.renameTitle}
          name={renaming.item.name}
          open={renaming.isOpen}
          onClose={renaming.close}
          onSave={(name) => renaming.item && rename.mutate({ id: renaming.item.id, name })}
        />
      )}
      {deleting.item && (
        <DeleteDialog
          open={deleting.isOpen}
          onOpenChange={deleting.close}
          type="passkey"
          name={deleting.item.name}
          isDeleting={remove.isPending}
          onDelete={() =>
            deleting.item && remove.mutate(deleting.item.id, { onSuccess: deleting.close })
          }
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

import type { ApiKey } from '@shotwright/contract';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { formatAge, formatCount, formatDate, formatTicketDate } from '../../lib/format/format.ts';
import { apiKeyMessages as messages } from '../../lib/messages/api-keys.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { keyRestrictionMessages } from '../../lib/messages/security/key-restrictions.ts';
import { Button, LoadingButton } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { OverlapField } from '../../ui/rotate-secret.tsx';
import { useRotateApiKey, useUpdateApiKey } from './api-keys.api.ts';
import { isUsedRecently, readLimit } from './api-keys.rules.ts';
import { KeyLimitField, KeyNameField } from './key-fields.tsx';

interface KeyDialogProps {
  apiKey: ApiKey;
  open: boolean;
  onClose: () => void;
}

/** Dialog that renames a key. */
export function RenameKeyDialog({ apiKey, open, onClose }: KeyDialogProps) {
  const [name, setName] = useState(apiKey.name);
  const input = useRef<HTMLInputElement>(null);
  const update = useUpdateApiKey();
  const trimmed = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmed === '') return;
    onClose();
    if (trimmed !== apiKey.name) update.mutate({ key: apiKey, change: { name: trimmed } });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={messages.renameTitle}
      isDirty={trimmed !== apiKey.name}
      initialFocus={input}
    >
      <form noValidate onSubmit={submit}>
        <KeyNameField inputRef={input} value={name} onChange={setName} />
        <SaveActions onClose={onClose} canSave={trimmed !== ''} />
      </form>
    </Dialog>
  );
}

/** Dialog that changes the monthly limit of a key. */
export function LimitKeyDialog({ apiKey, open, onClose }: KeyDialogProps) {
  const before = apiKey.monthlyLimit ? String(apiKey.monthlyLimit) : '';
  const [text, setText] = useState(before);
  const input = useRef<HTMLInputElement>(null);
  const update = useUpdateApiKey();
  const limit = readLimit(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (limit === undefined) return;
    onClose();
    if (text !== before) update.mutate({ key: apiKey, change: { monthlyLimit: limit } });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={messages.limitTitle}
      isDirty={text !== before}
      initialFocus={input}
    >
      <form noValidate onSubmit={submit}>
        <KeyLimitField
          inputRef={input}
          value={text}
          onChange={setText}
          isWrong={limit === undefined}
        />
        <SaveActions onClose={onClose} canSave={limit !== undefined} />
      </form>
    </Dialog>
  );
}

function SaveActions(props: { onClose: () => void; canSave: boolean }) {
  return (
    <DialogActions>
      <Button variant="outline" onClick={props.onClose}>
        {commonMessages.cancel}
      </Button>
      <Button type="submit" disabled={!props.canSave}>
        {messages.save}
      </Button>
    </DialogActions>
  );
}

/** Dialog that rotates a key; the user chooses how long the old secret remains valid. */
export function RotateKeyDialog({
  apiKey,
  open,
  onClose,
  onRotated,
}: KeyDialogProps & { onRotated: (key: ApiKey) => void }) {
  const [hours, setHours] = useState('24');
  const rotate = useRotateApiKey();
  const submit = () =>
    rotate.mutate(
      { id: apiKey.id, overlapHours: Number(hours) },
      {
        onSuccess: (data) => {
          onClose();
          onRotated(data.apiKey);
        },
      },
    );
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={messages.rotateTitle}
      description={messages.rotateText(apiKey.name)}
      isBusy={rotate.isPending}
    >
      <OverlapField labels={messages} hours={hours} onChange={setHours} />
      <DialogActions>
        <Button variant="outline" disabled={rotate.isPending} onClick={onClose}>
          {commonMessages.cancel}
        </Button>
        <LoadingButton isLoading={rotate.isPending} onClick={submit}>
          {messages.rotateConfirm}
        </LoadingButton>
      </DialogActions>
    </Dialog>
  );
}

/** Confirms the deletion of a key and warns if the key is in use. */
export function DeleteKeyDialog({
  apiKey,
  open,
  onClose,
  isDeleting,
  onDelete,
  finalFocus,
}: KeyDialogProps & {
  isDeleting: boolean;
  onDelete: () => void;
  finalFocus: () => HTMLElement | null;
}) {
  return (
    <DeleteDialog
      open={open}
      onOpenChange={onClose}
      type="API key"
      name={apiKey.name}
      isDeleting={isDeleting}
      finalFocus={finalFocus}
      onDelete={onDelete}
    >
      {apiKey.lastUsedAt !== null && isUsedRecently(apiKey) && (
        <p className="mt-3 rounded-control bg-amber-wash px-3 py-2 text-table text-amber">
          {messages.usedToday(formatAge(apiKey.lastUsedAt))}
        </p>
      )}
    </DeleteDialog>
  );
}

/** Dialog with the facts of a key that have no column. */
export function KeyDetailsDialog({ apiKey, open, onClose }: KeyDialogProps) {
  const { facts } = messages;
  const lines: [string, ReactNode][] = [
    [
      facts.id,
      <span key="id" className="inline-flex items-center gap-1 font-mono">
        {apiKey.id}
        <CopyButton text={String(apiKey.id)} label={messages.copyId} />
      </span>,
    ],
    [
      facts.lastUsed,
      apiKey.lastUsedAt === null
        ? messages.never
        : `${formatTicketDate(apiKey.lastUsedAt)} (${formatAge(apiKey.lastUsedAt)})`,
    ],
    [facts.usage, formatCount(apiKey.monthlyUsage)],
    [facts.resets, formatDate(apiKey.usageResetsAt)],
    [facts.created, formatTicketDate(apiKey.createdAt)],
  ];
  const { lastUsedNetwork, lastUsedAgent } = apiKey;
  if (lastUsedAgent !== null)
    lines.splice(2, 0, [facts.lastUsedBy, <Cut key="agent" text={lastUsedAgent} />]);
  if (lastUsedNetwork !== null) lines.splice(2, 0, [facts.lastUsedFrom, lastUsedNetwork]);
  if (apiKey.previousKeyValidUntil !== null)
    lines.push([facts.previous, formatTicketDate(apiKey.previousKeyValidUntil)]);
  lines.push(...restrictionLines(apiKey));
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={messages.detailsTitle}
      description={apiKey.name}
    >
      <dl className="grid divide-y divide-line">
        {lines.map(([name, value]) => (
          <div key={name} className="flex min-h-10 items-center justify-between gap-6 py-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="figures text-right">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

function restrictionLines({ access, allowedIps, expiresAt }: ApiKey): [string, ReactNode][] {
  const { facts } = messages;
  const lines: [string, ReactNode][] = [];
  if (access !== 'full') lines.push([facts.access, keyRestrictionMessages.accesses[access]]);
  if (allowedIps.length > 0) lines.push([facts.ips, <Ranges key="ips" ranges={allowedIps} />]);
  if (expiresAt !== null) lines.push([facts.expires, formatTicketDate(expiresAt)]);
  return lines;
}

/** IP ranges, one a line. */
function Ranges({ ranges }: { ranges: readonly string[] }) {
  return <span className="font-mono text-label whitespace-pre-line">{ranges.join('\n')}</span>;
}

/** One line of truncated text; the full text is shown on hover. */
function Cut({ text }: { text: string }) {
  return (
    <span title={text} className="line-clamp-2 font-mono text-label break-all">
      {text}
    </span>
  );
}

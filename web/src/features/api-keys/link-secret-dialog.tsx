import type { ApiKey } from '@shotwright/contract';
import { formatTicketDate } from '../../lib/format/format.ts';
import { linkSecretMessages as messages } from '../../lib/messages/api-keys.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/empty-state.tsx';
import { RotateSecret } from '../../ui/rotate-secret.tsx';
import { SecretField } from '../../ui/secret-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useLinkSecret, useRotateLinkSecret } from './api-keys.api.ts';

/** Dialog with the secret that signs a key's links, which can be rotated. */
export function LinkSecretDialog(props: { apiKey: ApiKey; open: boolean; onClose: () => void }) {
  const { apiKey, open, onClose } = props;
  const rotation = useRotateLinkSecret(apiKey.id);
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={messages.title}
      description={messages.text(apiKey.name)}
    >
      <LinkSecret apiKey={apiKey} />
      <DialogActions>
        <RotateSecret labels={messages} initialHours={168} rotation={rotation} />
        <Button onClick={onClose}>{messages.done}</Button>
      </DialogActions>
    </Dialog>
  );
}

function LinkSecret({ apiKey }: { apiKey: ApiKey }) {
  const { data, isError, error, refetch } = useLinkSecret(apiKey.id);
  if (isError)
    return <LoadError title={messages.loadFailed} error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-28 w-full" />;
  return (
    <div className="grid min-w-0 gap-4">
      <div className="grid gap-1.5">
        <p className="text-label font-medium">{messages.keyId}</p>
        <p className="flex items-center gap-1 font-mono text-table break-all">
          {data.keyId}
          <CopyButton text={data.keyId} label={messages.copyKeyId} className="shrink-0" />
        </p>
      </div>
      <div className="grid gap-1.5">
        <p className="text-label font-medium">{messages.secret}</p>
        <SecretField text={data.secret} labels={messages} />
      </div>
      {data.previousSecretValidUntil !== null && (
        <p className="text-table text-amber">
          {messages.oldSecretUntil(formatTicketDate(data.previousSecretValidUntil))}
        </p>
      )}
    </div>
  );
}

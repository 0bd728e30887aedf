import { passkeyLimits } from '@shotwright/contract/paths';
import { Plus } from 'lucide-react';
import { passkeyMessages as messages } from '../../../lib/messages/security/passkeys.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/empty-state.tsx';
import { useOpening } from '../../../ui/use-opening.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { usePasskeyObstacle } from './availability.ts';
import { PasskeyList } from './passkey-list.tsx';
import { usePasskeys } from './passkeys.api.ts';

const headingId = 'passkeys';

/** Section of Settings with the passkeys of the user. */
export function PasskeysSection() {
  const passkeys = usePasskeys();
  return (
    <section aria-labelledby={headingId} className="grid max-w-2xl gap-4 border-t border-line pt-6">
      <div>
        <h2 id={headingId} className="font-semibold">
          {messages.heading}
        </h2>
        <p className="text-table text-muted">{messages.lead}</p>
      </div>
      {passkeys.isError && (
        <LoadError
          title={messages.loadFailed}
          help={messages.loadFailedHelp}
          error={passkeys.error}
          onRetry={() => void passkeys.refetch()}
        />
      )}
      <PasskeyList passkeys={passkeys.data ?? []} />
      <AddPasskey count={passkeys.data?.length ?? 0} />
    </section>
  );
}

/** Button that adds a passkey, or the reason why none can be added here. */
function AddPasskey({ count }: { count: number }) {
  const reason = useReason(count);
  const adding = useOpening();
  return (
    <>
      {reason === undefined ? (
        <Button variant="outline" className="w-fit max-sm:w-full" onClick={() => adding.open()}>
          <Plus aria-hidden="true" />
          {messages.add}
        </Button>
      ) : (
        <p className="text-muted">{reason}</p>
      )}
      {adding.openCount > 0 && (
        <AddPasskeyDialog key={adding.openCount} open={adding.isOpen} onClose={adding.close} />
      )}
    </>
  );
}

function useReason(count: number): string | undefined {
  const { obstacle, origin } = usePasskeyObstacle();
  if (obstacle === 'installation') return messages.unavailable;
  if (obstacle === 'origin') return messages.otherOrigin(origin ?? '');
  if (obstacle === 'browser') return messages.unsupported;
  return count >= passkeyLimits.perUser ? messages.full : undefined;
}

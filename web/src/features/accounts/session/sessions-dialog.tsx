import { errorMessage } from '../../../lib/api/error.ts';
import type { OperationData } from '@shotwright/contract';
import { commonMessages } from '../../../lib/messages/common.ts';
import { shellMessages as messages } from '../../../lib/messages/shell.ts';
import { formatAge } from '../../../lib/format/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { LoadingButton } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { LoadError } from '../../../ui/empty-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useEndAllSessions, useEndSession, useSessions } from '../accounts.api.ts';
import { describeDevice } from './device-name.ts';
import { useSignOut } from './sign-out.ts';

type Session = OperationData<'listSessions'>['sessions'][number];

/** Dialog with the active sessions; each can be ended. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const sessions = useSessions(true);
  const endSession = useEndSession();
  const endAll = useEndAllSessions();
  const { signOut } = useSignOut();
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={messages.sessions}
      description={messages.sessionsLead}
    >
      {sessions.isPending && <Spinner className="reveal-late mx-auto" />}
      {sessions.isError && (
        <LoadError
          title={commonMessages.notAvailable}
          help={errorMessage(sessions.error)}
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      )}
      <ul className="grid divide-y divide-line">
        {sessions.data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={endSession.isPending && endSession.variables === session.id}
            onEnd={() => endSession.mutate(session.id)}
          />
        ))}
      </ul>
      <DialogActions>
        <LoadingButton
          variant="destructive"
          isLoading={endAll.isPending}
          onClick={() => endAll.mutate(undefined, { onSuccess: signOut })}
        >
          {messages.signOutAll}
        </LoadingButton>
      </DialogActions>
    </Dialog>
  );
}

function SessionRow(props: { session: Session; isEnding: boolean; onEnd: () => void }) {
  const { session } = props;
  return (
    <li className="flex items-center justify-between gap-4 py-2.5 first:pt-0">
      <span className="grid gap-0.5">
        <span className="font-medium">
          {describeDevice(session.userAgent) ?? messages.unknownDevice}
        </span>
        <span className="text-label text-muted">
          {messages.lastSeen(formatAge(session.lastSeenAt))}
        </span>
      </span>
      {session.isCurrent ? (
        <Badge tone="green">{messages.thisDevice}</Badge>
      ) : (
        <LoadingButton variant="outline" size="sm" isLoading={props.isEnding} onClick={props.onEnd}>
          {messages.signOutDevice}
        </LoadingButton>
      )}
    </li>
  );
}

import { errorMessage } from '../../lib/api-error.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { shellMessages as words } from '../../lib/messages/shell.ts';
import { formatAge } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { LoadingButton } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { LoadError } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useEndAllSessions, useEndSession, useSessions } from './accounts.api.ts';
import { describeDevice } from './device-name.ts';
import { useSignOut } from './sign-out.ts';

/** Dialog with the active sessions; each can be ended. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const sessions = useSessions(true);
  const endSession = useEndSession();
  const endAll = useEndAllSessions();
  const { signOut } = useSignOut();
  return (
    <Dialog open onOpenChange={onClose} title={words.sessions} description={words.sessionsLead}>
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
          <li
            key={session.id}
            className="flex items-center justify-between gap-4 py-2.5 first:pt-0"
          >
            <span className="grid gap-0.5">
              <span className="font-medium">
                {describeDevice(session.userAgent) ?? words.unknownDevice}
              </span>
              <span className="text-label text-muted">
                {words.lastSeen(formatAge(session.lastSeenAt))}
              </span>
            </span>
            {session.isCurrent ? (
              <Badge tone="green">{words.thisDevice}</Badge>
            ) : (
              <LoadingButton
                variant="outline"
                size="sm"
                isLoading={endSession.isPending && endSession.variables === session.id}
                onClick={() => endSession.mutate(session.id)}
              >
                {words.signOutDevice}
              </LoadingButton>
            )}
          </li>
        ))}
      </ul>
      <DialogActions>
        <LoadingButton
          variant="destructive"
          isLoading={endAll.isPending}
          onClick={() => endAll.mutate(undefined, { onSuccess: signOut })}
        >
          {words.signOutAll}
        </LoadingButton>
      </DialogActions>
    </Dialog>
  );
}

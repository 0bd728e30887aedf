import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import { teamMessages as messages } from '../../lib/messages/team/team.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { useRights } from '../accounts/session/rights.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { InvitesTable } from './invites-table.tsx';
import { MembersTable } from './members-table.tsx';
import { RightsTable } from './rights-table.tsx';
import { useTeam } from './team.api.ts';
import { useMemberDialogs } from './use-member-dialogs.tsx';

/** Team page: members, open invitations and the rights of each role. */
export function TeamPage() {
  const team = useTeam();
  const may = useRights();
  const [opening, setOpening] = useState({ count: 0, isOpen: false });
  const { ask, dialog } = useMemberDialogs();
  const mayInvite = may('team');
  const invite = () => setOpening(({ count }) => ({ count: count + 1, isOpen: true }));
  useListKeys(mayInvite ? { c: invite } : {});
  const { members, invites } = team.data ?? {};
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      action={
        mayInvite && (
          <Button onClick={invite}>
            <UserPlus aria-hidden="true" />
            {messages.invite}
          </Button>
        )
      }
    >
      {team.isError && team.data === undefined ? (
        <LoadError
          title={messages.loadFailed}
          help={messages.loadFailedHelp}
          error={team.error}
          onRetry={() => void team.refetch()}
        />
      ) : (
        <div className="grid min-w-0 gap-8">
          <MembersTable members={members} onAsk={ask} />
          {invites !== undefined && invites.length > 0 && <InvitesTable invites={invites} />}
          <RightsTable />
        </div>
      )}
      {opening.count > 0 && (
        <InviteDialog
          key={opening.count}
          open={opening.isOpen}
          onClose={() => setOpening({ ...opening, isOpen: false })}
        />
      )}
      {dialog}
    </Page>
  );
}

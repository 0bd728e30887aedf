import type { Invite } from '@shotwright/contract';
import { MailX, Send } from 'lucide-react';
import { rowAttributes } from '../../lib/keyboard/list-keys.ts';
import { teamMessages as messages } from '../../lib/messages/team/team.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { RowMenu } from '../../ui/icon-button.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useRights } from '../accounts/session/rights.tsx';
import { useResendInvite, useRevokeInvite } from './team.api.ts';

const { inviteColumns: columns } = messages;

/** Section with the open invitations. */
export function InvitesTable({ invites }: { invites: readonly Invite[] }) {
  return (
    <section aria-label={messages.invites} className="grid min-w-0 gap-3">
      <h2 className="text-lead font-semibold">{messages.invites}</h2>
      <DataTable
        label={messages.invites}
        columns={columns}
        rows={invites}
        skeleton={{ count: 1, bars: {} }}
      >
        {(invite) => <InviteRow key={invite.inviteId} invite={invite} />}
      </DataTable>
    </section>
  );
}

function InviteRow({ invite }: { invite: Invite }) {
  const { email, role, invitedBy, expiresAt, isExpired } = invite;
  return (
    <Row {...rowAttributes}>
      <Cell label={columns.email} className="[overflow-wrap:anywhere] @xl:w-2/5 @xl:min-w-40">
        {email}
      </Cell>
      <Cell label={columns.role}>{messages.roles[role]}</Cell>
      <Cell label={columns.by}>{invitedBy ?? messages.formerMember}</Cell>
      <Cell label={columns.expires} className="@xl:whitespace-nowrap">
        {isExpired ? <Badge tone="amber">{messages.expired}</Badge> : <Time value={expiresAt} />}
      </Cell>
      <Cell label={columns.actions} className="@xl:w-px">
        <span className="flex min-h-9 justify-end @max-xl:-mr-2">
          <InviteMenu invite={invite} />
        </span>
      </Cell>
    </Row>
  );
}

function InviteMenu({ invite: { inviteId, email } }: { invite: Invite }) {
  const may = useRights();
  const resend = useResendInvite();
  const revoke = useRevokeInvite();
  if (!may('team')) return null;
  return (
    <RowMenu
      label={messages.more(email)}
      subject={inviteId}
      items={[
        { label: messages.resend, icon: <Send />, onSelect: () => resend.mutate(inviteId) },
        { label: messages.revoke, icon: <MailX />, onSelect: () => revoke.mutate(inviteId) },
      ]}
    />
  );
}

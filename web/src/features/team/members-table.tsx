import type { Member } from '@shotwright/contract';
import { Crown, LogOut, UserMinus } from 'lucide-react';
import { rowAttributes } from '../../lib/keyboard/list-keys.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { teamMessages as messages } from '../../lib/messages/team/team.ts';
import { Badge } from '../../ui/badge.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { RowMenu } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useAuth } from '../accounts/session/auth-context.tsx';
import { useRights } from '../accounts/session/rights.tsx';
import { useChangeRole } from './team.api.ts';
import { givenRole, nameOf, roleOptions } from './team.rules.ts';
import type { AskMember } from './use-member-dialogs.tsx';

const { memberColumns: columns } = messages;

/** Table of the members, with skeleton rows while they load. */
export function MembersTable(props: { members: readonly Member[] | undefined; onAsk: AskMember }) {
  return (
    <DataTable
      label={messages.members}
      columns={columns}
      rows={props.members}
      skeleton={{ count: 1, bars: { name: 'w-40', actions: 'float-right size-8' } }}
    >
      {(member) => <MemberRow key={member.userId} member={member} onAsk={props.onAsk} />}
    </DataTable>
  );
}

function MemberRow({ member, onAsk }: { member: Member; onAsk: AskMember }) {
  const { user } = useAuth();
  const isSelf = member.userId === user?.id;
  const name = nameOf(member);
  return (
    <Row {...rowAttributes}>
      <Cell label={columns.name} className="@xl:w-2/5 @xl:min-w-40">
        <span className="grid min-w-0 @max-xl:justify-items-end">
          <span className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
            {name}
            {isSelf && <Badge tone="blue">{messages.you}</Badge>}
          </span>
          <span className="text-label [overflow-wrap:anywhere] text-muted">{member.email}</span>
        </span>
      </Cell>
      <Cell label={columns.role} className="@xl:w-1/4">
        <RoleField member={member} name={name} />
      </Cell>
      <Cell label={columns.seen} className="@xl:whitespace-nowrap">
        {member.lastSeenAt === null ? (
          <span className="text-muted">{messages.notSeen}</span>
        ) : (
          <Time value={member.lastSeenAt} display="age" />
        )}
      </Cell>
      <Cell label={columns.actions} className="@xl:w-px">
        <span className="flex min-h-9 justify-end @max-xl:-mr-2">
          <MemberMenu member={member} isSelf={isSelf} onAsk={onAsk} />
        </span>
      </Cell>
    </Row>
  );
}

function RoleField({ member, name }: { member: Member; name: string }) {
  const may = useRights();
  const change = useChangeRole();
  const isBillingOn = useIsBillingOn();
  const { userId, role } = member;
  if (role === 'owner' || !may('team')) return <span>{messages.roles[role]}</span>;
  const select = (value: string) => {
    const next = givenRole(value);
    if (next !== undefined && next !== role) change.mutate({ userId, role: next });
  };
  return (
    <Select
      aria-label={messages.roleOf(name)}
      options={roleOptions(isBillingOn)}
      value={change.isPending ? change.variables.role : role}
      isDisabled={change.isPending}
      onValueChange={select}
      className="h-9 w-36"
    />
  );
}

function MemberMenu(props: { member: Member; isSelf: boolean; onAsk: AskMember }) {
  const { member, isSelf, onAsk } = props;
  const may = useRights();
  if (member.role === 'owner') return null;
  const leave = {
    label: messages.leave,
    icon: <LogOut />,
    onSelect: () => onAsk('leave', member),
  };
  const items = isSelf
    ? [leave]
    : [
        ...(may('own')
          ? [
              {
                label: messages.makeOwner,
                icon: <Crown />,
                onSelect: () => onAsk('own', member),
              },
            ]
          : []),
        ...(may('team')
          ? [
              {
                label: messages.remove,
                icon: <UserMinus />,
                onSelect: () => onAsk('remove', member),
              },
            ]
          : []),
      ];
  if (items.length === 0) return null;
  return <RowMenu label={messages.more(nameOf(member))} subject={member.userId} items={items} />;
}

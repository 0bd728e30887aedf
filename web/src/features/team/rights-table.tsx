import { hasRight } from '@shotwright/contract/paths';
import { Check, Minus } from 'lucide-react';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { teamMessages as messages } from '../../lib/messages/team/team.ts';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx';
import { shownRights, shownRoles } from './team.rules.ts';

/** Section with the rights of each role. */
export function RightsTable() {
  const isBillingOn = useIsBillingOn();
  const roles = shownRoles(isBillingOn);
  return (
    <section aria-label={messages.rightsTitle} className="grid min-w-0 gap-3">
      <div className="grid gap-1">
        <h2 className="text-lead font-semibold">{messages.rightsTitle}</h2>
        <p className="text-body text-muted">{messages.rightsText}</p>
      </div>
      <Table label={messages.rightsTitle} isDense>
        <TableHead>
          <HeadCell>{messages.right}</HeadCell>
          {roles.map((role) => (
            <HeadCell key={role}>{messages.roles[role]}</HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {shownRights(isBillingOn).map((right) => (
            <Row key={right}>
              <Cell label={messages.right} className="@max-xl:font-medium @xl:w-1/2">
                {messages.rights[right]}
              </Cell>
              {roles.map((role) => (
                <Cell key={role} label={messages.roles[role]}>
                  <RightMark isGiven={hasRight(role, right)} />
                </Cell>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}

function RightMark({ isGiven }: { isGiven: boolean }) {
  const Icon = isGiven ? Check : Minus;
  return (
    <span>
      <Icon aria-hidden="true" className={isGiven ? 'size-4 text-cobalt' : 'size-4 text-faint'} />
      <span className="sr-only">{isGiven ? messages.yes : messages.no}</span>
    </span>
  );
}

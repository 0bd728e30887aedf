import type { MemberRight } from '@shotwright/contract';
import { Outlet } from 'react-router';
import { useRights } from '../features/accounts/session/rights.tsx';
import { teamShellMessages as messages } from '../lib/messages/shell.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

/** Renders child routes if the role of the user has the right; otherwise says why not. */
export function RequireRight({ right }: { right: MemberRight }) {
  if (useRights()(right)) return <Outlet />;
  return (
    <Page title={messages.forbiddenTitle}>
      <Card>
        <EmptyState title={messages.forbiddenHeading} text={messages.forbiddenText}>
          <ButtonLink to="/dashboard/team">{messages.seeRights}</ButtonLink>
        </EmptyState>
      </Card>
    </Page>
  );
}

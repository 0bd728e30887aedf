import type { Overview } from '@shotwright/contract';
import { lazy, Suspense } from 'react';
import { useRights } from '../features/accounts/session/rights.tsx';
import { FirstCall } from '../features/api-keys/first-call.tsx';
import { ContinueBanner } from '../features/overview/continue-banner.tsx';
import { EntryCards } from '../features/overview/entry-cards.tsx';
import { FirstSteps } from '../features/overview/first-steps.tsx';
import { useOverview } from '../features/overview/overview.api.ts';
import { ProjectsTable } from '../features/overview/projects-table.tsx';
import { RecentCaptures } from '../features/overview/recent-captures.tsx';
import { StatCards } from '../features/overview/stat-cards.tsx';
import { teamShellMessages } from '../lib/messages/shell.ts';
import { overviewMessages as messages } from '../lib/messages/overview.ts';
import { useIsBillingOn } from '../lib/api/runtime-config.ts';
import { useNavItems, type NavItem } from '../shell/nav-items.ts';
import { LoadError } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

// Lazy because it is at the bottom and includes a select component; the page does not wait for it.
const CapturesChart = lazy(async () => ({
  default: (await import('../features/overview/captures-chart.tsx')).CapturesChart,
}));

/** Route `/dashboard`. */
export function OverviewRoute() {
  const overview = useOverview();
  const items = useNavItems();
  const isBillingOn = useIsBillingOn();
  const mayEdit = useRights()('edit');
  const hasFailed = overview.isError && overview.data === undefined;
  return (
    <Page title={messages.title} lead={isBillingOn ? messages.lead : messages.leadWithoutBilling}>
      <ContinueBanner nameOf={(path) => pageName(items, path)} />
      {hasFailed && (
        <LoadError
          title={messages.loadFailed}
          help={messages.loadFailedHelp}
          error={overview.error}
          onRetry={() => void overview.refetch()}
        />
      )}
      <StatCards overview={overview.data} isError={hasFailed} />
      {!hasFailed && mayEdit && <FirstSteps onboarding={overview.data?.onboarding} />}
      {!hasFailed && mayEdit && <FirstCall isWanted={isWaitingForFirstCall(overview.data)} />}
      {!hasFailed && <ProjectsTable projects={overview.data?.projects} />}
      {mayEdit && <EntryCards />}
      <RecentCaptures />
      {overview.data && overview.data.totalScreenshots > 0 && (
        <Suspense>
          <CapturesChart projects={overview.data.projects} />
        </Suspense>
      )}
    </Page>
  );
}

function isWaitingForFirstCall(overview: Overview | undefined): boolean | undefined {
  return overview && !overview.onboarding.hasApiCall && !overview.onboarding.isDismissed;
}

function pageName(items: readonly NavItem[], path: string): string | undefined {
  const pathname = path.split('?')[0] ?? '';
  if (pathname === '/invite') return teamShellMessages.invitation;
  return items.find((item) => item.isExact !== true && pathname.startsWith(item.to))?.label;
}

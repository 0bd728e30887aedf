import { overviewEndpoints, type Overview, type Project } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import { route, type Route } from '../../http/route.ts';
import { getOverviewRow, setOnboardingDismissed, type OverviewRow } from './overview.store.ts';

interface OverviewDependencies {
  readonly db: Database;
  /** The organisation's projects as the project endpoints show them. */
  listProjects(organizationId: string): Promise<Project[]>;
}

function presentOverview(row: OverviewRow, projects: Project[]): Overview {
  return {
    totalProjects: projects.length,
    totalScreenshots: row.totalScreenshots,
    totalSize: row.totalSizeBytes,
    credits: row.creditsAvailable,
    creditsTotal: row.creditsAvailable + Math.max(0, row.creditsUsed),
    creditsResetAt: row.creditsResetAt.toISOString(),
    projects,
    onboarding: {
      hasProject: projects.length > 0,
      hasCapture: row.hasCapture,
      hasApiKey: row.hasApiKey,
      hasApiCall: row.hasApiCall,
      hasWebhook: false,
      isDismissed: row.isDismissed,
    },
  };
}

/** Mounts the Overview's endpoints. */
export function overviewRoutes({ db, listProjects }: OverviewDependencies): Route[] {
  return [
    route(overviewEndpoints.getOverview, async ({ caller }) => {
      const [row, projects] = await Promise.all([
        getOverviewRow(db, caller.organizationId),
        listProjects(caller.organizationId),
      ]);
      return { data: presentOverview(row, projects) };
    }),
    route(overviewEndpoints.dismissOnboarding, async ({ caller }) => {
      await setOnboardingDismissed(db, caller.organizationId);
      return { data: {}, message: 'The checklist is hidden.' };
    }),
  ];
}

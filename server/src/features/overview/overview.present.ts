import type { Overview, Project } from '@shotwright/contract';
import type { OverviewRow } from './overview.store.ts';

/** Converts rows to the wire format of the Overview. */
export function presentOverview({
  row,
  projects,
}: {
  row: OverviewRow;
  projects: Project[];
}): Overview {
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
      hasWebhook: row.hasWebhook,
      isDismissed: row.isDismissed,
    },
  };
}

import type { Project } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import { getOverviewRow, setOnboardingDismissed, type OverviewRow } from './overview.store.ts';

interface OverviewDependencies {
  readonly db: Database;
  /** The organisation's projects as the project endpoints show them. */
  listProjects(organizationId: string): Promise<Project[]>;
}

/** The Overview's figures and first steps. */
export interface OverviewService {
  readOverview(organizationId: string): Promise<{ row: OverviewRow; projects: Project[] }>;
  dismissOnboarding(organizationId: string): Promise<void>;
}

/** See {@link OverviewService}. */
export function createOverviewService({ db, listProjects }: OverviewDependencies): OverviewService {
  return {
    readOverview: async (organizationId) => {
      const [row, projects] = await Promise.all([
        getOverviewRow(db, organizationId),
        listProjects(organizationId),
      ]);
      return { row, projects };
    },
    dismissOnboarding: (organizationId) => setOnboardingDismissed(db, organizationId),
  };
}

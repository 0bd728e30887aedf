import { captureDayCount, type CaptureDay, type Project } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import {
  getOverviewRow,
  listCaptureDayRows,
  setOnboardingDismissed,
  type OverviewRow,
} from './overview.store.ts';

interface OverviewDependencies {
  readonly db: Database;
  /** Returns the organisation's projects as the project endpoints do. */
  listProjects(organizationId: string): Promise<Project[]>;
}

/** Figures and onboarding steps of the Overview. */
export interface OverviewService {
  readOverview(organizationId: string): Promise<{ row: OverviewRow; projects: Project[] }>;
  /** Captures per day of one project, or of all. None for another organisation's project. */
  listCaptureDays(input: {
    readonly organizationId: string;
    readonly projectId: number | null;
  }): Promise<CaptureDay[]>;
  dismissOnboarding(organizationId: string): Promise<void>;
}

/** Creates an {@link OverviewService} that reads the figures from the database. */
export function createOverviewService({ db, listProjects }: OverviewDependencies): OverviewService {
  return {
    readOverview: async (organizationId) => {
      const [row, projects] = await Promise.all([
        getOverviewRow(db, organizationId),
        listProjects(organizationId),
      ]);
      return { row, projects };
    },
    listCaptureDays: (input) => listCaptureDayRows(db, { ...input, dayCount: captureDayCount }),
    dismissOnboarding: (organizationId) => setOnboardingDismissed(db, organizationId),
  };
}

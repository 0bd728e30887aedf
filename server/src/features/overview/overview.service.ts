import { captureDayCount, type CaptureDay, type Project } from '@shotwright/contract';
import type { Database } from '../../db/transaction.ts';
import { firstIdAt } from '../../lib/ids.ts';
import {
  getOverviewRow,
  listCaptureDayRows,
  setOnboardingDismissed,
  type OverviewRow,
} from './overview.store.ts';

const dayMs = 86_400_000;

interface OverviewDependencies {
  readonly db: Database;
  /** The organisation's projects as the project endpoints show them. */
  listProjects(organizationId: string): Promise<Project[]>;
}

/** The Overview's figures and first steps. */
export interface OverviewService {
  readOverview(organizationId: string): Promise<{ row: OverviewRow; projects: Project[] }>;
  /** Of one project, or of all. Another organisation's project has none. */
  listCaptureDays(input: {
    readonly organizationId: string;
    readonly projectId: number | null;
  }): Promise<CaptureDay[]>;
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
    listCaptureDays: (input) =>
      listCaptureDayRows(db, {
        ...input,
        dayCount: captureDayCount,
        // One day more than is shown: the clocks of server and database may differ.
        firstId: firstIdAt(Date.now() - (captureDayCount + 1) * dayMs),
      }),
    dismissOnboarding: (organizationId) => setOnboardingDismissed(db, organizationId),
  };
}

import { inTransaction, type Database, type Tx } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import { newId } from '../../../lib/ids.ts';
import { AppError } from '../../../shared/app-error.ts';
import { lockOwnScreenshots, moveScreenshots, removeScreenshots } from '../files.store.ts';
import { countFiles } from '../search/file-search.store.ts';
import { readFilter, type FileFilter } from '../search/list-page.service.ts';
import { matchingFiles, olderThan } from '../search/matching-files.ts';
import { changeMatchesJob, type ChangeMatchesData } from './change-matches.jobs.ts';
import type { ProjectsService } from '../../projects/projects.service.ts';

interface MatchesDependencies {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'enqueue' | 'hasOpen'>;
  /** Stops the jobs of those of the captures that have not ended. */
  cancelPendingScreenshots(
    tx: Tx,
    input: { organizationId: string; ids: readonly string[] },
  ): Promise<void>;
  /** Throws `project_not_found` if the project does not exist in the organisation. */
  readonly requireProject: ProjectsService['requireProject'];
}

/** Operations on all files that match a filter, however many there are. */
export interface MatchesService {
  /** Counts the matches exactly; `before` identifies them in {@link MatchesService.start}. */
  count(filter: FileFilter): Promise<{ readonly total: number; readonly before: string }>;
  /** Enqueues an operation on all matches. Throws `project_not_found`. */
  start(operation: ChangeMatchesData): Promise<void>;
  /** True while an operation of the organisation waits or runs. */
  isRunning(organizationId: string): Promise<boolean>;
  /**
   * Performs an operation in batches, the newest files first. Safe to repeat: files that were
   * deleted, or have the project already, are left alone. Ends if the project was deleted.
   */
  run(operation: ChangeMatchesData, signal: AbortSignal): Promise<void>;
}

/** Files per transaction, which locks the account's row. */
const batchSize = 500;

/** Creates a {@link MatchesService}. */
export function createMatchesService(deps: MatchesDependencies): MatchesService {
  const { db, queue } = deps;
  return {
    count: async (filter) => {
      const before = newId();
      const search = olderThan(await readFilter(db, filter), before);
      return { total: await countFiles(db, search), before };
    },
    start: (operation) =>
      inTransaction(db, async (tx) => {
        const { organizationId, moveToProjectId } = operation;
        if (moveToProjectId !== null)
          await deps.requireProject(tx, {
            organizationId,
            projectId: moveToProjectId,
            field: 'projectId',
          });
        await queue.enqueue(tx, changeMatchesJob, {
          data: operation,
          options: { group: { organizationId, tier: 'free' } },
        });
      }),
    isRunning: (organizationId) => queue.hasOpen(db, changeMatchesJob, organizationId),
    run: async (operation, signal) => {
      const { organizationId, filter, before } = operation;
      const found = matchingFiles(db, { organizationId, ...filter }, { before, batchSize });
      for await (const batch of found) {
        signal.throwIfAborted();
        if (!(await change(deps, operation, batch))) return;
      }
    },
  };
}

/** Changes a batch. Returns false if the project to move to no longer exists. */
function change(
  deps: MatchesDependencies,
  { organizationId, moveToProjectId: projectId }: ChangeMatchesData,
  ids: readonly string[],
): Promise<boolean> {
  return inTransaction(deps.db, async (tx) => {
    if (projectId !== null) {
      if (!(await hasProject(deps, tx, { organizationId, projectId }))) return false;
      const own = await lockOwnScreenshots(tx, { organizationId, ids });
      if (own.length > 0) await moveScreenshots(tx, { organizationId, ids: own, projectId });
      return true;
    }
    const own = await lockOwnScreenshots(tx, { organizationId, ids });
    if (own.length === 0) return true;
    await deps.cancelPendingScreenshots(tx, { organizationId, ids: own });
    await removeScreenshots(tx, { organizationId, ids: own });
    return true;
  });
}

async function hasProject(
  { requireProject }: MatchesDependencies,
  tx: Tx,
  project: { readonly organizationId: string; readonly projectId: number },
): Promise<boolean> {
  try {
    await requireProject(tx, { ...project, field: 'projectId' });
    return true;
  } catch (err) {
    if (err instanceof AppError && err.code === 'project_not_found') return false;
    throw err;
  }
}

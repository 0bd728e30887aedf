import { inTransaction, type Database, type Tx } from '../../db/transaction.ts';
import { notFound, projectNotFound } from '../../shared/app-error.ts';
import {
  findOldestProjectId,
  findProjectId,
  insertProject,
  listProjects,
  lockOrganization,
  removeProject,
  updateProjectName,
  type ProjectRow,
} from './projects.store.ts';

interface ProjectsDependencies {
  readonly db: Database;
  /** Without billing, projects have no limits. */
  readonly isBillingOn: boolean;
  /**
   * Releases the credits held by captures of the project that have not ended, and stops their jobs.
   */
  cancelPendingScreenshots(
    tx: Tx,
    input: { organizationId: string; projectId: number },
  ): Promise<void>;
}

/** Name of the field with the id of a project, as the API or as the dashboard writes it. */
export type ProjectField = 'project_id' | 'projectId';

/** Projects of an organisation. */
export interface ProjectsService {
  listProjects(input: { organizationId: string; onlyId?: number }): Promise<ProjectRow[]>;
  createProject(input: { organizationId: string; name: string }): Promise<ProjectRow>;
  /** Renames a project; returns it with its figures. Throws `project_not_found`. */
  renameProject(input: {
    organizationId: string;
    projectId: number;
    name: string;
  }): Promise<ProjectRow>;
  /**
   * Deletes a project with its screenshots, files and keys (ruling RL-29). Throws
   * `project_not_found`.
   */
  deleteProject(input: { organizationId: string; projectId: number }): Promise<void>;
  /**
   * Returns the project's id if it belongs to the organisation. Throws `project_not_found` that names
   * `field`, the field of the request with the id.
   */
  requireProject(
    tx: Tx,
    input: { organizationId: string; projectId: number; field: ProjectField },
  ): Promise<number>;
  /** Returns the oldest project; creates the first one if there is none. */
  findOrCreateProject(tx: Tx, organizationId: string): Promise<number>;
}

const missing = () => notFound('project_not_found', 'This project does not exist.');
const withoutLimit = { monthlyLimit: null, monthlyUsage: null };
const firstProjectName = 'My first project';

/** Creates a {@link ProjectsService} that settles open captures before it deletes a project. */
export function createProjectsService({
  db,
  isBillingOn,
  cancelPendingScreenshots,
}: ProjectsDependencies): ProjectsService {
  const readProjects: ProjectsService['listProjects'] = async (input) => {
    const rows = await listProjects(db, input);
    return isBillingOn ? rows : rows.map((row) => ({ ...row, ...withoutLimit }));
  };
  return {
    listProjects: readProjects,
    renameProject: async ({ organizationId, projectId, name }) => {
      await updateProjectName(db, { organizationId, projectId, name });
      const [row] = await readProjects({ organizationId, onlyId: projectId });
      if (row === undefined) throw missing();
      return row;
    },
    createProject: async (input) => ({
      ...(await insertProject(db, input)),
      ...withoutLimit,
      screenshotCount: 0,
      totalSizeBytes: 0,
    }),
    deleteProject: (input) =>
      inTransaction(db, async (tx) => {
        await cancelPendingScreenshots(tx, input);
        if (!(await removeProject(tx, input))) throw missing();
      }),
    requireProject: async (tx, input) => {
      const id = await findProjectId(tx, input);
      if (id === undefined) throw projectNotFound(input.field);
      return id;
    },
    findOrCreateProject: async (tx, organizationId) => {
      const oldest = await findOldestProjectId(tx, organizationId);
      if (oldest !== undefined) return oldest;
      await lockOrganization(tx, organizationId);
      const made = await findOldestProjectId(tx, organizationId);
      return made ?? (await insertProject(tx, { organizationId, name: firstProjectName })).id;
    },
  };
}

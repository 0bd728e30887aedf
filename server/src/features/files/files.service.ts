import type { FileSort, StoredFile } from '@shotwright/contract';
import { PreserializedList } from '../../lib/raw-json.ts';
import { inTransaction, type Database, type Tx } from '../../db/transaction.ts';
import { notFound } from '../../shared/app-error.ts';
import { fileNotFound, type FileContent, type ReadContent } from './file-content.ts';
import type { FileLinks } from './file-links.ts';
import { listPage, type FileListRequest } from './search/list-page.service.ts';
import { createFileJsonCache } from './file-json-cache.ts';
import { presentFile } from './files.present.ts';
import {
  countTestFiles,
  findFileById,
  findOwnFile,
  getFileTotals,
  listFileRows,
  lockOwnScreenshots,
  moveScreenshots,
  removeScreenshots,
} from './files.store.ts';
import type { SignedLinks } from '../../shared/signed-links.ts';
import type { ProjectsService } from '../projects/projects.service.ts';

interface FilesDependencies {
  readonly db: Database;
  readonly readContent: ReadContent;
  readonly links: FileLinks;
  readonly publicLinks: SignedLinks;
  /**
   * Releases the credits held by those of the captures that have not ended, and stops their jobs.
   */
  cancelPendingScreenshots(
    tx: Tx,
    input: { organizationId: string; ids: readonly string[] },
  ): Promise<void>;
  /** Throws `project_not_found` if the project does not exist in the organisation. */
  readonly requireProject: ProjectsService['requireProject'];
}

/** One page of the file list. */
export interface FilePage {
  readonly screenshots: PreserializedList<StoredFile>;
  readonly totalScreenshotsSize: number;
  readonly totalProjects: number;
  readonly meta: {
    readonly total: number;
    readonly isTotalExact: boolean;
    readonly nextCursor: string | null;
    /** The requested order; absent if the list is newest first. */
    readonly sort?: FileSort;
  };
}

/** Stored captures: listing, reading, deleting. */
export interface FilesService {
  listFiles(request: FileListRequest): Promise<FilePage>;
  /**
   * Reads a file by one of the service's URLs; any other URL is `file_not_found` and is never
   * fetched (ruling RL-27).
   */
  readByAddress(input: { organizationId: string; address: string }): Promise<FileContent>;
  /**
   * Reads a file by a signed URL's id; the signature was already verified. Throws `file_not_found`.
   */
  readBySignedId(id: string): Promise<FileContent>;
  /** Deletes all files or none. Throws `file_not_found`. */
  deleteFiles(input: { organizationId: string; ids: readonly string[] }): Promise<number>;
  /** Deletes a screenshot of the caller's project and mode, if the caller has one. Throws `screenshot_not_found`. */
  deleteScreenshot(input: {
    organizationId: string;
    projectId: number | null;
    /** Undefined: both modes. */
    isTest: boolean | undefined;
    id: string;
  }): Promise<void>;
  /** Moves all files or none. Throws `project_not_found` or `file_not_found`. */
  moveFiles(input: {
    organizationId: string;
    ids: readonly string[];
    projectId: number;
  }): Promise<number>;
}

/** Creates a {@link FilesService} that lists files through a cache of serialised texts. */
export function createFilesService(deps: FilesDependencies): FilesService {
  const { db, readContent, links, publicLinks } = deps;
  const allLinks = { ...links, ...publicLinks };
  const fileTexts = createFileJsonCache(links.urlsValidUntil);
  const readFiles = (organizationId: string) => async (ids: readonly string[]) => {
    const rows = await listFileRows(db, { organizationId, ids });
    return rows.map((row) => presentFile(row, allLinks));
  };
  return {
    listFiles: async (request) => {
      const { organizationId } = request;
      const totals = await getFileTotals(db, organizationId);
      const total = request.isTest ? await countTestFiles(db, organizationId) : totals.total;
      const { listed, nextCursor, ...counted } = await listPage(db, request, total);
      return {
        screenshots: new PreserializedList(await fileTexts(listed, readFiles(organizationId))),
        totalScreenshotsSize: totals.totalSizeBytes,
        totalProjects: totals.totalProjects,
        meta: { ...counted, nextCursor },
      };
    },
    readByAddress: async ({ organizationId, address }) => {
      const id = links.fileIdIn(address);
      return readContent(
        id === undefined ? undefined : await findOwnFile(db, { organizationId, id }),
      );
    },
    readBySignedId: async (id) => readContent(await findFileById(db, id)),
    moveFiles: ({ organizationId, ids, projectId }) =>
      inTransaction(db, async (tx) => {
        await deps.requireProject(tx, { organizationId, projectId, field: 'projectId' });
        const wanted = [...new Set(ids)];
        const own = await lockOwnScreenshots(tx, { organizationId, ids: wanted });
        if (own.length !== wanted.length) throw fileNotFound();
        return moveScreenshots(tx, { organizationId, ids: own, projectId });
      }),
    deleteFiles: ({ organizationId, ids }) =>
      inTransaction(db, async (tx) => {
        const wanted = [...new Set(ids)];
        const own = await lockOwnScreenshots(tx, { organizationId, ids: wanted });
        if (own.length !== wanted.length) throw fileNotFound();
        return remove(tx, { organizationId, ids: own });
      }),
    deleteScreenshot: ({ id, ...screenshot }) =>
      inTransaction(db, async (tx) => {
        const own = await lockOwnScreenshots(tx, { ...screenshot, ids: [id] });
        if (own.length === 0)
          throw notFound('screenshot_not_found', 'This screenshot does not exist.');
        await remove(tx, { ...screenshot, ids: own });
      }),
  };

  async function remove(
    tx: Tx,
    locked: { organizationId: string; ids: readonly string[] },
  ): Promise<number> {
    await deps.cancelPendingScreenshots(tx, locked);
    return removeScreenshots(tx, locked);
  }
}

import type { CaptureOptions } from '@shotwright/contract';
import type { ObjectStore } from '../../adapters/storage/object-store.ts';
import type { Tx } from '../../db/transaction.ts';
import type { JobQueue } from '../../jobs/job.ts';
import { AppError, notFound } from '../../shared/app-error.ts';
import {
  listPage,
  type ListDependencies,
  type PageRequest,
  type ScreenshotPage,
} from './list-screenshots.service.ts';
import { failureError } from './run/failure.rules.ts';
import { retriedFields } from './request/retry-screenshot.rules.ts';
import { runScreenshotJob } from './screenshots.jobs.ts';
import { findUnstoredImage, removeUnstoredImage } from './unstored-images.store.ts';
import {
  findHtml,
  findScreenshot,
  listWaitingIds,
  type ScreenshotRow,
  type ScreenshotScope,
} from './screenshots.store.ts';

interface ScreenshotsDependencies extends ListDependencies {
  readonly store: Pick<ObjectStore, 'read'>;
  readonly queue: Pick<JobQueue, 'cancel'>;
}

/** An image with its screenshot's row. */
export interface ScreenshotImage {
  readonly row: ScreenshotRow;
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Requested screenshots: reading, listing, the image, and preparation of their deletion. */
export interface ScreenshotsService {
  /** Throws `screenshot_not_found`. */
  getScreenshot(input: ScreenshotScope & { readonly id: string }): Promise<ScreenshotRow>;
  /**
   * Returns the request of a failed capture. Throws `screenshot_not_found`, or `conflict` (409) if
   * it cannot be repeated.
   */
  getFailedRequest(input: ScreenshotScope & { readonly id: string }): Promise<{
    readonly projectId: number;
    readonly isTest: boolean;
    readonly fields: CaptureOptions;
  }>;
  /**
   * Throws `screenshot_not_found`, `not_ready` (409), `image_not_stored` (410), or the error of a
   * failed capture.
   */
  getImage(input: ScreenshotScope & { readonly id: string }): Promise<ScreenshotImage>;
  /** Reads the image of a row just read. Throws as {@link getImage}. */
  readImage(row: ScreenshotRow): Promise<ScreenshotImage>;
  /** Deletes the image of a capture that is not stored, once its caller has it. */
  removeUnstoredImage(row: Pick<ScreenshotRow, 'organizationId' | 'id'>): Promise<void>;
  listScreenshots(request: PageRequest): Promise<ScreenshotPage>;
  /**
   * Removes captures that are about to be deleted from the queue. Deleting the rows releases their
   * holds, and a worker already running one finds nothing to finish.
   */
  cancelPendingScreenshots(
    tx: Tx,
    input: {
      readonly organizationId: string;
      readonly projectId?: number;
      readonly ids?: readonly string[];
    },
  ): Promise<void>;
}

/**
 * Cancelling only spares the queue some work: a job without its row ends at once. So the first of
 * many are enough.
 */
const maxCancelled = 500;

/** Creates a {@link ScreenshotsService} that reads images from the object store. */
export function createScreenshotsService(deps: ScreenshotsDependencies): ScreenshotsService {
  const { db, store, queue } = deps;
  const getScreenshot: ScreenshotsService['getScreenshot'] = async (input) => {
    const row = await findScreenshot(db, input);
    if (!row) throw notFound('screenshot_not_found', 'This screenshot does not exist.');
    return row;
  };
  const readImage: ScreenshotsService['readImage'] = async (row) => {
    if (row.status === 'FAILED') throw failureError(row);
    if (row.status !== 'COMPLETE') throw notReady(row.id);
    const { organizationId, id } = row;
    const file = row.file ?? (await findUnstoredImage(db, { organizationId, id }));
    if (!file) throw notStored(row.id);
    const bytes = await store.read(file.storageKey);
    if (!bytes) throw unreadable(row.id);
    return { row: { ...row, file }, bytes, contentType: file.contentType };
  };
  return {
    getScreenshot,
    readImage,
    getFailedRequest: async (input) => {
      const row = await getScreenshot(input);
      const html = await findHtml(db, input);
      const { projectId, isTest } = row;
      return { projectId, isTest, fields: retriedFields({ ...row, html }) };
    },
    removeUnstoredImage: ({ organizationId, id }) =>
      removeUnstoredImage(db, { organizationId, id }),
    getImage: async (input) => readImage(await getScreenshot(input)),
    listScreenshots: (request) => listPage(deps, request),
    cancelPendingScreenshots: async (tx, input) => {
      const ids = await listWaitingIds(tx, { ...input, limit: maxCancelled });
      for (const id of ids) await queue.cancel(tx, runScreenshotJob, id);
    },
  };
}

function notReady(screenshotId: string): AppError {
  return new AppError({
    code: 'not_ready',
    message: 'The screenshot is not finished yet. Try again shortly.',
    details: { screenshotId },
    retryAfterSeconds: 1,
  });
}

function notStored(screenshotId: string): AppError {
  return new AppError({
    code: 'image_not_stored',
    message: 'This capture was made with store=false, and its image is no longer available.',
    details: { screenshotId },
  });
}

function unreadable(screenshotId: string): AppError {
  return new AppError({
    code: 'unavailable',
    message: 'The image is temporarily unavailable. Please try again in a moment.',
    details: { screenshotId },
    retryAfterSeconds: 5,
  });
}

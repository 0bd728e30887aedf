import type { ScreenshotStatus } from '@shotwright/contract';
import { inTransaction, type Database } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import { AppError, notFound } from '../../../shared/app-error.ts';
import type { CreditsService } from '../../credits/credits.service.ts';
import type { ZipFiles } from '../../files/zip-files.service.ts';
import type { OnCaptureEnd } from '../events/on-capture-end.ts';
import { lockWaiting } from '../request/insert-screenshot.store.ts';
import { cancelledFailure } from '../run/failure.rules.ts';
import { captureJobOf } from '../screenshots.jobs.ts';
import type { ScreenshotScope } from '../screenshots.store.ts';
import {
  countItems,
  failOpenItems,
  listItemIds,
  listItems,
  listPendingIds,
  type ItemRow,
} from './batch-items.store.ts';
import { countBatches, findBatch, listBatches, setPaused, type BatchRow } from './batches.store.ts';
import type { CloseBatch } from './close-batch.service.ts';

interface BatchesDependencies {
  readonly db: Database;
  readonly queue: Pick<JobQueue, 'cancel' | 'hold' | 'unhold'>;
  readonly credits: Pick<CreditsService, 'release'>;
  /** Without the end of a capture's batch. */
  readonly enqueueDeliveries: OnCaptureEnd;
  readonly closeBatch: Pick<CloseBatch, 'cancel'>;
  readonly zipFiles: ZipFiles;
}

type BatchScope = ScreenshotScope & { readonly batchId: string };
interface Page {
  readonly page: number;
  readonly limit: number;
}

/** Batches: reading, listing, pausing, cancelling and downloading. All throw `batch_not_found`. */
export interface BatchesService {
  getBatch(input: BatchScope): Promise<BatchRow>;
  listBatches(
    input: ScreenshotScope & Page,
  ): Promise<{ readonly rows: BatchRow[]; readonly total: number }>;
  listItems(
    input: BatchScope & Page & { readonly status?: ScreenshotStatus | undefined },
  ): Promise<{ readonly rows: ItemRow[]; readonly total: number }>;
  /**
   * Keeps the queued captures of a batch from starting; running ones continue. Throws `conflict` (409)
   * for a batch that has ended. Pausing twice has the effect of once, as has resuming.
   */
  pause(input: BatchScope): Promise<BatchRow>;
  /** Lets the captures of a paused batch start. Throws as `pause` does. */
  resume(input: BatchScope): Promise<BatchRow>;
  /**
   * Ends the open captures of a batch and releases their credits, in one transaction; their workers
   * are notified and stop. Throws `conflict` (409) for a batch that has ended.
   */
  cancel(input: BatchScope): Promise<BatchRow>;
  /** Returns the images as a zip. Throws as {@link ZipFiles} does. */
  zip(input: BatchScope & { readonly template: string }): ReturnType<ZipFiles>;
}

/** Creates a {@link BatchesService}. */
export function createBatchesService(deps: BatchesDependencies): BatchesService {
  const { db } = deps;
  const getBatch: BatchesService['getBatch'] = async (input) => {
    const row = await findBatch(db, input);
    if (!row) throw notFound('batch_not_found', 'This batch does not exist.');
    return row;
  };
  const setPausedOf = async (input: BatchScope, isPaused: boolean): Promise<BatchRow> => {
    const batch = await getBatch(input);
    await changeRun(deps, batch, isPaused);
    const changed = await getBatch(input);
    if (changed.status !== 'RUNNING') throw hasEnded(batch);
    return changed;
  };
  return {
    getBatch,
    listBatches: async ({ page, limit, ...scope }) => {
      const [rows, total] = await Promise.all([
        listBatches(db, { ...scope, limit, offset: (page - 1) * limit }),
        countBatches(db, scope),
      ]);
      return { rows, total };
    },
    listItems: async ({ page, limit, ...filter }) => {
      await getBatch(filter);
      const [rows, total] = await Promise.all([
        listItems(db, { ...filter, limit, offset: (page - 1) * limit }),
        countItems(db, filter),
      ]);
      return { rows, total };
    },
    pause: (input) => setPausedOf(input, true),
    resume: (input) => setPausedOf(input, false),
    cancel: async (input) => {
      const batch = await getBatch(input);
      if (batch.status !== 'RUNNING' || !(await cancelOpen(deps, batch))) throw hasEnded(batch);
      return getBatch(input);
    },
    zip: async ({ template, ...filter }) => {
      await getBatch(filter);
      const ids = await listItemIds(db, filter);
      const { organizationId, projectId, isTest } = filter;
      return deps.zipFiles({ organizationId, projectId, isTest, ids, template });
    },
  };
}

/** Pauses or resumes a running batch; does nothing if it is in that state already. */
function changeRun(
  { db, queue }: BatchesDependencies,
  { id, organizationId, isTest }: BatchRow,
  isPaused: boolean,
): Promise<void> {
  const batch = { organizationId, batchId: id };
  const kind = captureJobOf({ isTest, waitMs: 0 });
  return inTransaction(db, async (tx) => {
    // A retry at the same time would add captures that this transaction does not see.
    await lockWaiting(tx, organizationId);
    if (!(await setPaused(tx, { ...batch, isPaused }))) return;
    const ids = await listPendingIds(tx, batch);
    await (isPaused ? queue.hold(tx, kind, ids) : queue.unhold(tx, kind, ids));
  });
}

/** Returns false if no capture was open. */
function cancelOpen(deps: BatchesDependencies, { id, organizationId, isTest }: BatchRow) {
  const batch = { organizationId, batchId: id };
  const kind = captureJobOf({ isTest, waitMs: 0 });
  return inTransaction(deps.db, async (tx) => {
    // A retry at the same time would add captures that this transaction does not see.
    await lockWaiting(tx, organizationId);
    const ended = await failOpenItems(tx, { ...batch, failure: cancelledFailure });
    if (ended.length === 0) return false;
    for (const one of ended) {
      await deps.enqueueDeliveries(tx, one);
      await deps.queue.cancel(tx, kind, one.id);
    }
    // The account's row is locked last, for the shortest time.
    for (const { id: screenshotId, apiKeyId, credits: amount } of ended) {
      await deps.credits.release(tx, { organizationId, screenshotId, apiKeyId, amount });
    }
    await deps.closeBatch.cancel(tx, batch);
    return true;
  });
}

function hasEnded({ id }: BatchRow): AppError {
  return new AppError({
    code: 'conflict',
    message: 'This batch has already ended: none of its captures is queued or running.',
    details: { batchId: id },
  });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from '../../../adapters/storage/object-store.ts';
import { inTransaction, type Database } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import { newId } from '../../../lib/ids.ts';
import { AppError } from '../../../shared/app-error.ts';
import { digestOf, type ReportView } from '../document/report-view.ts';
import { renderReportJob } from './render-report.jobs.ts';
import { findPdf, insertPdf } from './report-pdfs.store.ts';

interface ReportPdfsDependencies {
  readonly db: Database;
  readonly store: Pick<ObjectStore, 'read'>;
  readonly queue: Pick<JobQueue, 'enqueue'>;
}

/**
 * Returns the PDF of a report; a worker makes it unless it is stored. Throws `not_ready` if it takes
 * longer than `waitMs`, and `unavailable` if it could not be made.
 */
export type ReadReportPdf = (
  view: ReportView,
  options: { readonly waitMs: number; readonly signal: AbortSignal },
) => Promise<Buffer>;

const pollMs = 250;

/** Creates a {@link ReadReportPdf}. */
export function createReadReportPdf({ db, store, queue }: ReportPdfsDependencies): ReadReportPdf {
  return async (view, { waitMs, signal }) => {
    const digest = digestOf(view);
    const { organizationId, id } = view;
    const ref = { organizationId, id, digest };
    await inTransaction(db, async (tx) => {
      const pdfId = newId();
      if (await insertPdf(tx, { ...ref, pdfId }))
        await queue.enqueue(tx, renderReportJob, { data: {}, options: { id: pdfId } });
    });
    const until = performance.now() + waitMs;
    for (;;) {
      const pdf = await findPdf(db, ref);
      if (pdf?.status === 'FAILED') throw failed();
      if (pdf && pdf.storageKey !== null) {
        const bytes = await store.read(pdf.storageKey);
        if (bytes) return bytes;
        throw failed();
      }
      if (!pdf || performance.now() >= until) throw notReady();
      await sleep(pollMs, undefined, { signal });
    }
  };
}

function notReady(): AppError {
  return new AppError({
    code: 'not_ready',
    message: 'The PDF is being made. Try again in a few seconds.',
    retryAfterSeconds: 2,
  });
}

function failed(): AppError {
  return new AppError({
    code: 'unavailable',
    message: 'The PDF could not be made. Please try again in a moment.',
    retryAfterSeconds: 5,
  });
}

import type { CaptureEngine, CaptureSpec } from '@shotwright/capture';
import type { ObjectStore } from '../../../adapters/storage/object-store.ts';
import type { Database } from '../../../db/transaction.ts';
import { newToken } from '../../../lib/ids.ts';
import { imageBoxOf, pdfHtmlOf, pdfSettingsOf, type PageImage } from '../document/pdf-pages.ts';
import { reportViewOf, type ReportView } from '../document/report-view.ts';
import { findReport, listReportItems } from '../reports.store.ts';
import { pageImageOf } from './page-image.ts';
import { endPdf, findPdfReport, planPdfObject } from './report-pdfs.store.ts';

interface RenderReportDependencies {
  readonly db: Database;
  readonly store: Pick<ObjectStore, 'read' | 'put'>;
  readonly engine: Pick<CaptureEngine, 'capture'>;
}

/** Makes the PDF of a report and stores it. Does nothing if it is no longer wanted. */
export type RenderReport = (job: {
  readonly id: string;
  readonly signal: AbortSignal;
}) => Promise<void>;

/** Deadline of a PDF, including its images. */
const deadlineMs = 150_000;

/** Creates a {@link RenderReport} whose pages the engine prints without scripts and network. */
export function createRenderReport(deps: RenderReportDependencies): RenderReport {
  const { db, store, engine } = deps;
  return async ({ id: pdfId, signal: stopping }) => {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(deadlineMs)]);
    const ref = await findPdfReport(db, pdfId);
    const report = ref && (await findReport(db, ref));
    if (!report) return;
    const view = reportViewOf(report, await listReportItems(db, report));
    const images = await readImages(deps, view, signal);
    const result = await engine.capture(specOf(view, images), {
      owner: view.organizationId,
      priority: 1,
      signal,
    });
    if (!result.ok) throw new Error(`The report was not printed: ${result.detail}`);
    if (!result.document) throw new Error('The report was printed without a document.');
    const storageKey = `reports/k${newToken()}.pdf`;
    await planPdfObject(db, storageKey);
    const { bytes, contentType } = result.document;
    await store.put(storageKey, bytes, { contentType });
    await endPdf(db, { pdfId, storageKey });
  };
}

/** Reads the images one after the other; one that was deleted meanwhile is undefined. */
async function readImages(
  { store }: RenderReportDependencies,
  view: ReportView,
  signal: AbortSignal,
): Promise<(PageImage | undefined)[]> {
  const box = imageBoxOf(view);
  const images: (PageImage | undefined)[] = [];
  for (const { file } of view.shots) {
    signal.throwIfAborted();
    const bytes = await store.read(file.storageKey);
    images.push(bytes && (await pageImageOf(bytes, { box, shots: view.shots.length })));
  }
  return images;
}

function specOf(view: ReportView, images: readonly (PageImage | undefined)[]): CaptureSpec {
  return {
    source: { kind: 'html', html: pdfHtmlOf(view, images) },
    fileType: 'pdf',
    pdf: pdfSettingsOf(view),
    quality: 80,
    isFullPage: false,
    areAnimationsDisabled: true,
    isJavaScriptDisabled: true,
    viewport: {
      widthPx: 800,
      heightPx: 600,
      deviceScaleFactor: 1,
      isMobile: false,
      hasTouch: false,
    },
    delayMs: 0,
    headers: {},
  };
}

import type { CaptureEngine } from '@shotwright/capture';
import type { PasswordHasher } from '../../adapters/passwords/argon2-passwords.ts';
import {
  clearPasswordAttempts,
  countPasswordAttempt,
} from '../../features/accounts/login-throttle.service.ts';
import { createReadContent } from '../../features/files/file-content.ts';
import type { FileLinks } from '../../features/files/file-links.ts';
import { createThumbnailsService } from '../../features/files/thumbnails.service.ts';
import { createEncodeLogo } from '../../features/reports/logo.ts';
import { renderReportHandler } from '../../features/reports/pdf/render-report.jobs.ts';
import { createRenderReport } from '../../features/reports/pdf/render-report.service.ts';
import { createReadReportPdf } from '../../features/reports/pdf/report-pdfs.service.ts';
import { endPdf } from '../../features/reports/pdf/report-pdfs.store.ts';
import { pdfWaitMs, reportsRoutes } from '../../features/reports/reports.routes.ts';
import { createReportsService } from '../../features/reports/reports.service.ts';
import { createShareLinks } from '../../features/reports/sharing/share-links.ts';
import { sharedReportPages } from '../../features/reports/sharing/shared-report.pages.ts';
import { createReencodeImage } from '../../features/tickets/re-encode-image.ts';
import type { Page } from '../../http/page.ts';
import type { JobHandler } from '../../jobs/job.ts';
import { systemClock as clock } from '../../lib/clock.ts';
import type { FeatureModule, ModuleContext } from '../compose-accounts.ts';

/** Builds reports with their public pages. */
export function composeReports({
  config: { publicUrl },
  data,
  queue,
  links,
  passwords,
}: Pick<ModuleContext, 'config' | 'data' | 'queue'> & {
  readonly links: FileLinks;
  readonly passwords: PasswordHasher;
}): FeatureModule & { readonly pages: readonly Page[] } {
  const { db, store, keyRing } = data;
  const shareLinks = createShareLinks({ keyRing, publicUrl });
  const readPdf = createReadReportPdf({ db, store, queue });
  const encodeLogo = createEncodeLogo(createReencodeImage());
  const reports = createReportsService({ db, clock, passwords, encodeLogo });
  const readContent = createReadContent(store);
  const attemptOf = ({ linkId, ip }: { readonly linkId: string; readonly ip: string }) => ({
    db,
    account: `report:${linkId}`,
    ip,
  });
  return {
    routes: reportsRoutes({ reports, readPdf, links, shareLinks, publicUrl }),
    pages: sharedReportPages({
      db,
      store,
      shareLinks,
      passwords,
      countAttempt: (attempt) => countPasswordAttempt(attemptOf(attempt)),
      clearAttempts: (attempt) => clearPasswordAttempts(attemptOf(attempt)),
      readThumbnail: createThumbnailsService({ db, store, readContent }).readThumbnail,
      readPdf,
      pdfWaitMs,
      isSecure: publicUrl.startsWith('https:'),
    }),
    handlers: [],
    schedules: [],
  };
}

/** Handler of the PDFs of reports, for a process with a browser. */
export function reportHandlerOf({
  data: { db, store },
  engine,
}: Pick<ModuleContext, 'data'> & { readonly engine: CaptureEngine }): JobHandler {
  return renderReportHandler({
    renderReport: createRenderReport({ db, store, engine }),
    fail: (pdfId) => endPdf(db, { pdfId, storageKey: null }),
  });
}

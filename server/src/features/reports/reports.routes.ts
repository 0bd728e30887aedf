import { reportEndpoints, type Report } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import { disposition } from '../../shared/image-response.ts';
import { invalidField } from '../../shared/app-error.ts';
import type { FileLinks } from '../files/file-links.ts';
import { reportPageOf } from './document/screen-page.ts';
import type { ReadReportPdf } from './pdf/report-pdfs.service.ts';
import { presentReport, presentReportSummary } from './reports.present.ts';
import type { FullReport, ReportsService } from './reports.service.ts';
import type { ShareLinks } from './sharing/share-links.ts';

interface ReportsRoutesDependencies {
  readonly reports: ReportsService;
  readonly readPdf: ReadReportPdf;
  readonly links: FileLinks;
  readonly shareLinks: ShareLinks;
  readonly publicUrl: string;
}

/** Time that a request waits for a PDF; less than a request may take. */
export const pdfWaitMs = 20_000;

/** Routes for reports. */
export function reportsRoutes(deps: ReportsRoutesDependencies): Route[] {
  const present = ({ row, items }: FullReport): Report => presentReport(row, { items, urls: deps });
  return [...changeRoutes(deps, present), ...partRoutes(deps, present), ...documentRoutes(deps)];
}

type Present = (report: FullReport) => Report;

function changeRoutes(deps: ReportsRoutesDependencies, present: Present): Route[] {
  const { reports } = deps;
  return [
    route(reportEndpoints.listReports, async ({ caller }) => {
      const rows = await reports.list(caller.organizationId);
      return { data: { reports: rows.map((row) => presentReportSummary(row, deps)) } };
    }),
    route(reportEndpoints.getReport, async ({ caller, params }) => {
      const { organizationId } = caller;
      return { data: present(await reports.get({ organizationId, ...params })) };
    }),
    route(reportEndpoints.createReport, async ({ caller, body }) => {
      const { organizationId, userId } = caller;
      const report = await reports.create({ organizationId, userId, request: body });
      return { data: present(report), message: 'Report created' };
    }),
    route(reportEndpoints.updateReport, async ({ caller, params, body }) => {
      const { organizationId } = caller;
      const report = await reports.update({ organizationId, ...params, request: body });
      return { data: present(report), message: 'Report saved' };
    }),
    route(reportEndpoints.deleteReport, async ({ caller, params }) => {
      const { organizationId } = caller;
      await reports.remove({ organizationId, ...params });
      return { data: {}, message: 'Report deleted' };
    }),
  ];
}

function partRoutes({ reports }: ReportsRoutesDependencies, present: Present): Route[] {
  return [
    route(reportEndpoints.setReportLogo, async ({ caller, params, files, signal }) => {
      const { organizationId } = caller;
      const [file] = files;
      if (!file) throw invalidField('logo', 'must be an image in PNG, JPEG, WebP or GIF');
      const uploaded = file.bytes;
      const report = await reports.setLogo({ organizationId, ...params, uploaded, signal });
      return { data: present(report), message: 'Logo saved' };
    }),
    route(reportEndpoints.deleteReportLogo, async ({ caller, params }) => {
      const { organizationId } = caller;
      const report = await reports.removeLogo({ organizationId, ...params });
      return { data: present(report), message: 'Logo removed' };
    }),
    route(reportEndpoints.shareReport, async ({ caller, params, body }) => {
      const { organizationId } = caller;
      const { expires_in_days: days, password } = body;
      const report = await reports.share({ organizationId, ...params, days, password });
      return { data: present(report), message: 'Public page created' };
    }),
    route(reportEndpoints.unshareReport, async ({ caller, params }) => {
      const { organizationId } = caller;
      const report = await reports.unshare({ organizationId, ...params });
      return { data: present(report), message: 'Sharing stopped' };
    }),
  ];
}

function documentRoutes({
  reports,
  readPdf,
  links,
  publicUrl,
}: ReportsRoutesDependencies): Route[] {
  return [
    route(reportEndpoints.previewReport, async ({ caller, params }) => {
      const { organizationId } = caller;
      const view = await reports.view({ organizationId, ...params });
      const { html, policy } = reportPageOf(view, {
        imageOf: ({ screenshotId, file }) =>
          file.kind === 'image'
            ? links.linkFor(file)
            : links.previewFor({ id: screenshotId, name: file.name }),
        thumbnailOf: ({ screenshotId, file }) =>
          links.thumbnailFor({ id: screenshotId, name: file.name }),
        imageOrigins: [new URL(publicUrl).origin],
        frameAncestors: "'self'",
      });
      return {
        binary: { body: Buffer.from(html), contentType: 'text/html; charset=utf-8' },
        headers: {
          'content-security-policy': policy,
          'x-frame-options': 'SAMEORIGIN',
          'referrer-policy': 'no-referrer',
        },
      };
    }),
    route(reportEndpoints.readReportPdf, async ({ caller, params, signal }) => {
      const { organizationId } = caller;
      const view = await reports.view({ organizationId, ...params });
      const body = await readPdf(view, { waitMs: pdfWaitMs, signal });
      return {
        binary: { body, contentType: 'application/pdf' },
        headers: { 'content-disposition': disposition('attachment', `${view.title}.pdf`) },
      };
    }),
  ];
}

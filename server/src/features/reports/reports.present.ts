import type { Report, ReportItem, ReportLink, ReportSummary } from '@shotwright/contract';
import type { ImageLinks } from '../screenshots/screenshots.present.ts';
import type { LinkRow, ReportItemRow, ReportListRow, ReportRow } from './reports.store.ts';
import type { ShareLinks } from './sharing/share-links.ts';

/** URLs that reports show. */
export interface ReportUrls {
  readonly links: Pick<ImageLinks, 'thumbnailFor'>;
  readonly shareLinks: Pick<ShareLinks, 'urlOf'>;
}

/** Converts a report of a list to its wire format. */
export function presentReportSummary(row: ReportListRow, urls: ReportUrls): ReportSummary {
  const { screenshotId, fileName } = row;
  return {
    reportId: row.id,
    title: row.title,
    itemCount: row.itemCount,
    thumbnailUrl: thumbnailOf(screenshotId, fileName, urls),
    link: presentLink(row.link, urls),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Converts a report with its captures to its wire format. */
export function presentReport(
  row: ReportRow,
  { items, urls }: { readonly items: readonly ReportItemRow[]; readonly urls: ReportUrls },
): Report {
  const first = items.find(({ fileName }) => fileName !== null);
  const { logo, logoType } = row;
  return {
    ...presentReportSummary(
      {
        ...row,
        itemCount: items.length,
        screenshotId: first?.screenshotId ?? null,
        fileName: first?.fileName ?? null,
      },
      urls,
    ),
    items: items.map((item) => presentItem(item, urls)),
    colour: row.colour,
    layout: row.layout,
    pageFormat: row.pageFormat,
    showUrl: row.isUrlShown,
    showDate: row.isDateShown,
    footer: row.footer,
    logoUrl:
      logo && logoType !== null ? `data:${logoType};base64,${logo.toString('base64')}` : null,
  };
}

function presentItem(item: ReportItemRow, urls: ReportUrls): ReportItem {
  return {
    screenshotId: item.screenshotId,
    caption: item.caption,
    url: item.url,
    status: item.status,
    capturedAt: item.capturedAt?.toISOString() ?? null,
    thumbnailUrl: thumbnailOf(item.screenshotId, item.fileName, urls),
  };
}

function thumbnailOf(id: string | null, name: string | null, { links }: ReportUrls): string | null {
  return id !== null && name !== null ? links.thumbnailFor({ id, name }) : null;
}

function presentLink(link: LinkRow | null, { shareLinks }: ReportUrls): ReportLink | null {
  return (
    link && {
      url: shareLinks.urlOf(link.id),
      expiresAt: link.expiresAt.toISOString(),
      hasPassword: link.passwordHash !== null,
    }
  );
}

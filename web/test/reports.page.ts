import type { Report, ReportItem } from '@shotwright/contract';
import { fakeServer, mockEndpoint } from './fake-api.ts';

/** ID of {@link aReport}. */
export const reportId = '0190f5a4-0000-7000-8000-000000000021';

/** Returns a complete capture of a report. */
export function anItem(nth: number, change: Partial<ReportItem> = {}): ReportItem {
  return {
    screenshotId: `0190f5a4-0000-7000-8000-0000000000b${String(nth)}`,
    caption: '',
    url: `https://shop.example/${String(nth)}`,
    status: 'COMPLETE',
    capturedAt: '2026-01-05T08:00:00.000Z',
    thumbnailUrl: `/files/${String(nth)}-small.png`,
    ...change,
  };
}

/** A report of three captures that is not shared. */
export function aReport(change: Partial<Report> = {}): Report {
  const items = change.items ?? [anItem(1), anItem(2), anItem(3)];
  return {
    reportId,
    title: 'Shop review',
    itemCount: items.length,
    thumbnailUrl: items[0]?.thumbnailUrl ?? null,
    link: null,
    createdAt: '2026-01-05T10:00:00.000Z',
    updatedAt: '2026-01-05T10:00:00.000Z',
    items,
    colour: '#2347d9',
    layout: 'one_per_page',
    pageFormat: 'a4',
    showUrl: true,
    showDate: true,
    footer: '',
    logoUrl: null,
    ...change,
  };
}

/** Serves one report, alone and in the list. */
export function serveReport(report: Report): void {
  fakeServer.use(
    mockEndpoint('getReport', report).handler,
    mockEndpoint('listReports', { reports: [report] }).handler,
  );
}

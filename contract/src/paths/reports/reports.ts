import type { PathTable } from '../endpoint-path.ts';

/** Methods and paths of the endpoints for reports. */
export const reportPaths = {
  createReport: { method: 'POST', path: '/reports' },
  listReports: { method: 'GET', path: '/reports' },
  getReport: { method: 'GET', path: '/reports/{id}' },
  updateReport: { method: 'PUT', path: '/reports/{id}' },
  deleteReport: { method: 'DELETE', path: '/reports/{id}' },
  setReportLogo: { method: 'POST', path: '/reports/{id}/logo' },
  deleteReportLogo: { method: 'DELETE', path: '/reports/{id}/logo' },
  previewReport: { method: 'GET', path: '/reports/{id}/preview' },
  readReportPdf: { method: 'GET', path: '/reports/{id}/pdf' },
  shareReport: { method: 'POST', path: '/reports/{id}/link' },
  unshareReport: { method: 'DELETE', path: '/reports/{id}/link' },
} as const satisfies PathTable;

/** Arrangements of the captures on the pages of a PDF. */
export const reportLayouts = ['one_per_page', 'two_per_page', 'grid'] as const;
/** One of the {@link reportLayouts}. */
export type ReportLayout = (typeof reportLayouts)[number];

/** Sizes of the pages of a PDF. */
export const reportPageFormats = ['a4', 'letter'] as const;
/** One of the {@link reportPageFormats}. */
export type ReportPageFormat = (typeof reportPageFormats)[number];

/** Limits of reports. Units: characters, items or bytes. */
export const reportLimits = {
  perOrganization: 500,
  titleLength: 120,
  items: 100,
  captionLength: 500,
  footerLength: 200,
  /** A logo must be smaller than this. */
  logoBytes: 1024 * 1024,
  /** Days for which a link is valid. */
  linkDays: { min: 1, max: 365, default: 30 },
  passwordLength: { min: 8, max: 128 },
} as const;

/** Colour of a report without a choice. */
export const defaultReportColour = '#2347d9';

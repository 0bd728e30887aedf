import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import {
  defaultReportColour,
  reportLayouts,
  reportLimits,
  reportPageFormats,
  reportPaths,
} from '../paths/reports/reports.ts';
import { screenshotStatuses } from '../paths/screenshots.ts';
import {
  nameText,
  storableTextRule,
  wireBoolean,
  wireInstant,
  wireNumber,
  wireUuid,
} from '../wire.ts';

/** Public page of a report. */
export const reportLinkSchema = z.object({
  url: z.string(),
  /** Time after which the page is no longer available; it may be past. */
  expiresAt: wireInstant,
  hasPassword: z.boolean(),
});

/** A report in a list. */
export const reportSummarySchema = z.object({
  reportId: wireUuid,
  title: z.string(),
  itemCount: z.int(),
  /** Thumbnail of its first capture that has an image. */
  thumbnailUrl: z.string().nullable(),
  /** Null if it is not shared. */
  link: reportLinkSchema.nullable(),
  createdAt: wireInstant,
  updatedAt: wireInstant,
});

/** A capture of a report. Reports show it once it is complete. */
export const reportItemSchema = z.object({
  /** Null if the capture was deleted; reports leave it out. */
  screenshotId: wireUuid.nullable(),
  caption: z.string(),
  url: z.string().nullable(),
  status: z.enum(screenshotStatuses).nullable(),
  capturedAt: wireInstant.nullable(),
  /** Null if the capture has no image; reports leave it out. */
  thumbnailUrl: z.string().nullable(),
});

/** A report: captures with captions, and how they are shown. */
export const reportSchema = reportSummarySchema.extend({
  items: z.array(reportItemSchema),
  colour: z.string(),
  layout: z.enum(reportLayouts),
  pageFormat: z.enum(reportPageFormats),
  showUrl: z.boolean(),
  showDate: z.boolean(),
  footer: z.string(),
  /** The logo as a data: URL; null if there is none. */
  logoUrl: z.string().nullable(),
});

const plainText = (max: number) =>
  z
    .string({ error: 'must be text' })
    .trim()
    .max(max, { error: `must be at most ${max} characters` })
    .regex(storableTextRule.pattern, { error: storableTextRule.error });

const choice = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

const values = {
  title: nameText(reportLimits.titleLength),
  items: z
    .array(
      z.strictObject({
        screenshot_id: wireUuid,
        caption: plainText(reportLimits.captionLength).default(''),
      }),
      { error: 'must be a list of captures' },
    )
    .max(reportLimits.items, { error: `must have at most ${reportLimits.items} captures` })
    .default([])
    .describe('Captures in the order in which the report shows them.'),
  colour: z
    .string({ error: 'must be a colour such as #2347d9' })
    .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a colour such as #2347d9' })
    .toLowerCase()
    .default(defaultReportColour)
    .describe('Colour of lines and headings.'),
  layout: choice(reportLayouts)
    .default('one_per_page')
    .describe('Captures on a page of the PDF: one, two, or a grid of six.'),
  page_format: choice(reportPageFormats).default('a4'),
  show_url: wireBoolean.default(true).describe('Shows the URL of each capture.'),
  show_date: wireBoolean.default(true).describe('Shows the time of each capture.'),
  footer: plainText(reportLimits.footerLength).default('').describe('Text below each page.'),
};

const updateBody = z.strictObject(values);
const createBody = z
  .strictObject({
    ...values,
    batch_id: wireUuid
      .optional()
      .describe(`Takes the first ${reportLimits.items} captures of a batch instead of items.`),
  })
  .refine(({ batch_id: batchId, items }) => batchId === undefined || items.length === 0, {
    error: 'must not be combined with batch_id',
    path: ['items'],
  });

const { min, max, default: defaultDays } = reportLimits.linkDays;
const linkBody = z.strictObject({
  expires_in_days: wireNumber({ min, max }).default(defaultDays),
  password: z
    .string({ error: 'must be text' })
    .min(reportLimits.passwordLength.min, {
      error: `must have at least ${reportLimits.passwordLength.min} characters`,
    })
    .max(reportLimits.passwordLength.max, {
      error: `must be at most ${reportLimits.passwordLength.max} characters`,
    })
    .optional()
    .describe('Password that readers of the page must enter.'),
});

const logoForm = {
  fields: z.strictObject({}),
  files: {
    name: 'logo',
    max: 1,
    tooMany: { code: 'too_many_images', message: 'A report has one logo.' },
    limitBytes: reportLimits.logoBytes,
    tooBig: { code: 'image_too_big', message: 'The logo must be smaller than 1 MB.' },
  },
} as const;

const tag = 'Reports';
const params = z.object({ id: wireUuid });
const reportResponse = { kind: 'envelope', schema: reportSchema } as const;
const ofReport = { tag, auth: 'session', params } as const;

/** Endpoints for reports. */
export const reportEndpoints = {
  createReport: defineEndpoint({
    ...reportPaths.createReport,
    operationId: 'createReport',
    summary: 'Make a report of captures or of a batch',
    tag,
    auth: 'session',
    successStatus: 201,
    body: createBody,
    response: reportResponse,
    errorStatuses: [404, 409],
  }),
  listReports: defineEndpoint({
    ...reportPaths.listReports,
    operationId: 'listReports',
    summary: 'List reports, newest first',
    tag,
    auth: 'session',
    response: { kind: 'envelope', schema: z.object({ reports: z.array(reportSummarySchema) }) },
  }),
  getReport: defineEndpoint({
    ...reportPaths.getReport,
    ...ofReport,
    operationId: 'getReport',
    summary: 'Read a report with its captures',
    response: reportResponse,
  }),
  updateReport: defineEndpoint({
    ...reportPaths.updateReport,
    ...ofReport,
    operationId: 'updateReport',
    summary: 'Replace the values and captures of a report',
    body: updateBody,
    response: reportResponse,
  }),
  deleteReport: defineEndpoint({
    ...reportPaths.deleteReport,
    ...ofReport,
    operationId: 'deleteReport',
    summary: 'Delete a report and its public page; the captures stay',
    response: { kind: 'envelope', schema: z.object({}) },
  }),
  setReportLogo: defineEndpoint({
    ...reportPaths.setReportLogo,
    ...ofReport,
    operationId: 'setReportLogo',
    summary: 'Replace the logo of a report',
    bodyKind: 'multipart',
    form: logoForm,
    response: reportResponse,
  }),
  deleteReportLogo: defineEndpoint({
    ...reportPaths.deleteReportLogo,
    ...ofReport,
    operationId: 'deleteReportLogo',
    summary: 'Remove the logo of a report',
    response: reportResponse,
  }),
  previewReport: defineEndpoint({
    ...reportPaths.previewReport,
    ...ofReport,
    operationId: 'previewReport',
    summary: 'Read a report as its public page shows it',
    response: { kind: 'binary', contentTypes: ['text/html; charset=utf-8'] },
  }),
  readReportPdf: defineEndpoint({
    ...reportPaths.readReportPdf,
    ...ofReport,
    operationId: 'readReportPdf',
    summary: 'Download a report as a PDF',
    response: { kind: 'binary', contentTypes: ['application/pdf'] },
    errorStatuses: [409],
  }),
  shareReport: defineEndpoint({
    ...reportPaths.shareReport,
    ...ofReport,
    operationId: 'shareReport',
    summary: 'Create the public page of a report; an earlier one ends',
    body: linkBody,
    response: reportResponse,
  }),
  unshareReport: defineEndpoint({
    ...reportPaths.unshareReport,
    ...ofReport,
    operationId: 'unshareReport',
    summary: 'End the public page of a report',
    response: reportResponse,
  }),
} as const;

/** Parsed values of a report. */
export type ReportRequest = z.output<typeof updateBody>;
/** Parsed body of a new report. */
export type NewReportRequest = z.output<typeof createBody>;
/** Type inferred from {@link reportSchema}. */
export type Report = z.infer<typeof reportSchema>;
/** Type inferred from {@link reportSummarySchema}. */
export type ReportSummary = z.infer<typeof reportSummarySchema>;
/** Type inferred from {@link reportItemSchema}. */
export type ReportItem = z.infer<typeof reportItemSchema>;
/** Type inferred from {@link reportLinkSchema}. */
export type ReportLink = z.infer<typeof reportLinkSchema>;

import { csvLine } from '../../lib/csv.ts';
import type { ExportedAction, ExportedCapture } from './export.store.ts';

/** Header of the captures as CSV. */
export const captureCsvHead = csvLine([
  'id',
  'type',
  'url',
  'project',
  'status',
  'verdict',
  'test',
  'credits',
  'file',
  'content_type',
  'width',
  'height',
  'bytes',
  'options',
  'error',
  'created',
  'finished',
]);

/** Converts a capture to a CSV line. */
export function captureCsvLine(row: ExportedCapture): string {
  return csvLine([
    row.id,
    row.source,
    row.url,
    row.project,
    row.status,
    row.verdict,
    String(row.isTest),
    row.credits,
    row.file,
    row.contentType,
    row.widthPx,
    row.heightPx,
    row.sizeBytes,
    row.options,
    row.failureCode,
    row.createdAt.toISOString(),
    row.finishedAt?.toISOString() ?? null,
  ]);
}

/** Header of the actions as CSV. */
export const actionCsvHead = csvLine(['date', 'action', 'target', 'network', 'user_agent']);

/** Converts an action to a CSV line. */
export function actionCsvLine(row: ExportedAction): string {
  const { createdAt, action, target, network, userAgent } = row;
  return csvLine([createdAt.toISOString(), action, target, network, userAgent]);
}

/** Text of the README of an export. */
export function readmeOf(input: {
  readonly productName: string;
  readonly createdAt: Date;
  readonly files: readonly { readonly path: string; readonly content: string }[];
}): string {
  const { productName, createdAt, files } = input;
  const lines = files.map(({ path, content }) => `${path}: ${content}`);
  return `${[
    `Data of your ${productName} account, ${createdAt.toISOString()}`,
    '',
    ...lines,
    '',
    'Times are in UTC. CSV files are encoded in UTF-8. Passwords, API keys and other secrets are not included.',
    'The images of your captures are not included. Select files in the File Manager and choose "Download ZIP"',
    'to download them.',
  ].join('\r\n')}\r\n`;
}

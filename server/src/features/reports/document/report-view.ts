import { sha256 } from '../../../lib/crypto.ts';
import type { ReportItemRow, ReportRow, ReportValues } from '../reports.store.ts';

/** A capture that a report shows. */
export interface Shot {
  /** Position among the shown captures, from 1. */
  readonly number: number;
  readonly screenshotId: string;
  readonly caption: string;
  /** Null for pasted HTML. */
  readonly url: string | null;
  readonly capturedAt: Date;
  readonly file: {
    readonly id: string;
    readonly kind: 'image' | 'preview';
    readonly name: string;
    readonly storageKey: string;
    readonly contentType: string;
    readonly sha256: string;
    readonly widthPx: number;
    readonly heightPx: number;
  };
}

/** Content of a report: the captures that have an image, and how they are shown. */
export interface ReportView extends ReportValues {
  readonly organizationId: string;
  readonly id: string;
  readonly logo: { readonly bytes: Buffer; readonly type: string } | null;
  readonly updatedAt: Date;
  readonly shots: readonly Shot[];
}

/** Returns the content of a report. */
export function reportViewOf(
  { logo, logoType, ...row }: ReportRow,
  items: readonly ReportItemRow[],
): ReportView {
  return {
    id: row.id,
    organizationId: row.organizationId,
    title: row.title,
    colour: row.colour,
    layout: row.layout,
    pageFormat: row.pageFormat,
    isUrlShown: row.isUrlShown,
    isDateShown: row.isDateShown,
    footer: row.footer,
    updatedAt: row.updatedAt,
    logo: logo && logoType !== null ? { bytes: logo, type: logoType } : null,
    shots: items
      .flatMap((item) => shotOf(item) ?? [])
      .map((shot, at) => ({ ...shot, number: at + 1 })),
  };
}

function shotOf(item: ReportItemRow): Omit<Shot, 'number'> | undefined {
  const { screenshotId, capturedAt, fileId, fileKind, fileName, storageKey } = item;
  const { contentType, sha256: hash, widthPx, heightPx } = item;
  if (screenshotId === null || capturedAt === null || fileId === null || fileKind === null)
    return undefined;
  if (fileName === null || storageKey === null || contentType === null || hash === null)
    return undefined;
  if (widthPx === null || heightPx === null) return undefined;
  return {
    screenshotId,
    caption: item.caption,
    url: item.url,
    capturedAt,
    file: {
      id: fileId,
      kind: fileKind,
      name: fileName,
      storageKey,
      contentType,
      sha256: hash,
      widthPx,
      heightPx,
    },
  };
}

/** Version of the pages of a PDF; a change makes all PDFs again. */
const pdfVersion = 1;

/** Returns a hash of everything that a report shows. */
export function digestOf({ logo, shots, ...view }: ReportView): string {
  const images = shots.map(({ caption, url, capturedAt, file }) => [
    caption,
    url,
    capturedAt.getTime(),
    file.sha256,
  ]);
  return sha256(JSON.stringify([pdfVersion, view, logo && sha256(logo.bytes), images]));
}

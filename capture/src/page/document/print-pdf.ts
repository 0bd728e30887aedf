import type { Protocol } from 'devtools-protocol';
import type { CapturedDocument } from '../../capture-result.ts';
import type { PdfSettings } from '../../capture-spec.ts';
import { asBuffer } from '../../cdp/messages.ts';
import { expandScroller, findInnerScroller } from '../../in-page/scrolling.ts';
import { pinHeights, recordHeights } from '../../in-page/one-page.ts';
import { CaptureError } from '../../lib/capture-error.ts';
import type { CapturePage } from '../capture-page.ts';
import { deviceMetrics } from '../emulation.ts';
import { evaluate, pageUnresponsiveError } from '../evaluate.ts';
import { findScrollers } from '../screenshot/full-page.ts';
import { nextFrames } from '../screenshot/scroll-through.ts';

const pxPerInch = 96;
/** Longest side of a page of a PDF. Source: ISO 32000-1 annex C. Unit: inches. */
const maxPageInches = 200;
/** Size of the parts in which the browser sends the file. Unit: bytes. */
const partBytes = 2 ** 20;
/** Growth of the viewport that shows which elements follow its height. CSS pixels. */
const probeGrowthPx = 1_000;
/** An empty text would be replaced by the browser's own header or footer. */
const empty = '<span></span>';
/** Dates in a PDF: `(D:20250101000000+00'00')`. */
const datePattern = /\/(?:CreationDate|ModDate) \(D:\d{14}/g;

/** Prints the page to a PDF. */
export async function printPdf(page: CapturePage, pdf: PdfSettings): Promise<CapturedDocument> {
  const { session, progress, limits, clock, spec } = page;
  const params = pdf.isOnePage ? await onePage(page, pdf) : paged(pdf);
  const areScrollersKept = spec.fullPage?.areScrollersKept === true;
  const isExpanded = !pdf.isOnePage && !areScrollersKept && (await findScrollers(page)) > 0;
  if (isExpanded) await evaluate(page, expandScroller);
  const timeoutMs = limits.screenshotTimeoutMs;
  const printing = session.send('Page.printToPDF', params, { timeoutMs: timeoutMs + 1_000 });
  const { stream } = await progress
    .raceWithTimeout(clock.renderDuring(printing), timeoutMs, () =>
      pageUnresponsiveError(timeoutMs),
    )
    .catch((error: unknown) => {
      throw printError(error);
    });
  const bytes = await readStream(page, stream ?? '');
  if (spec.determinism !== undefined) setDates(bytes, new Date(spec.determinism.startMs));
  if (pdf.isOnePage && pageCount(bytes) > 1)
    page.warnings.add('pdf_fit_one_page', 'The page did not fit on one page of the PDF.');
  return { bytes, contentType: 'application/pdf' };
}

function paged(pdf: PdfSettings): Protocol.Page.PrintToPDFRequest {
  const { paper, margins, header, footer } = pdf;
  const hasTemplate = header !== undefined || footer !== undefined;
  return {
    landscape: pdf.isLandscape,
    printBackground: pdf.isBackgroundPrinted,
    scale: pdf.scale,
    ...(paper && { paperWidth: paper.width, paperHeight: paper.height }),
    marginTop: margins.top,
    marginRight: margins.right,
    marginBottom: margins.bottom,
    marginLeft: margins.left,
    ...(pdf.pageRanges !== undefined && { pageRanges: pdf.pageRanges }),
    ...(hasTemplate && {
      displayHeaderFooter: true,
      headerTemplate: header ?? empty,
      footerTemplate: footer ?? empty,
    }),
    preferCSSPageSize: pdf.isCssSizePreferred,
    // Without the tags there is no outline, and no error either.
    generateTaggedPDF: pdf.isTagged || pdf.hasOutline,
    generateDocumentOutline: pdf.hasOutline,
    transferMode: 'ReturnAsStream',
  };
}

/** Returns the settings of one page, as wide as the layout of the page and as high as the content. */
async function onePage(
  page: CapturePage,
  pdf: PdfSettings,
): Promise<Protocol.Page.PrintToPDFRequest> {
  const { session, progress, spec } = page;
  const { viewport } = spec;
  const resize = async (heightPx: number): Promise<void> => {
    const metrics = deviceMetrics(viewport, heightPx);
    await progress.race(session.send('Emulation.setDeviceMetricsOverride', metrics));
    await nextFrames(page);
  };
  // Height at which what scrolls within the page is whole.
  const hiddenPx = await evaluate(page, findInnerScroller);
  const heightPx = viewport.heightPx + Math.ceil(hiddenPx);
  if (hiddenPx > 0) await resize(heightPx);
  await evaluate(page, recordHeights);
  await resize(heightPx + probeGrowthPx);
  await evaluate(page, pinHeights);
  await resize(heightPx);
  const { cssContentSize, cssLayoutViewport } = await progress.race(
    session.send('Page.getLayoutMetrics'),
  );
  // A phone lays out a page without a viewport of its own for a wider screen.
  const widthPx = viewport.isMobile ? cssLayoutViewport.clientWidth : viewport.widthPx;
  const { top, right, bottom, left } = pdf.margins;
  const width = (widthPx * pdf.scale) / pxPerInch + left + right;
  // One pixel more, because the browser rounds down.
  const height = ((Math.ceil(cssContentSize.height) + 1) * pdf.scale) / pxPerInch + top + bottom;
  if (Math.max(width, height) > maxPageInches) {
    throw new CaptureError(
      'page_too_large',
      `The page would be ${Math.ceil(height)} inches high, and a page of a PDF can have at most ${maxPageInches}. Use a smaller pdf_scale, or several pages.`,
    );
  }
  return paged({ ...pdf, paper: { width, height } });
}

function printError(error: unknown): unknown {
  const message = error instanceof Error ? error.message : '';
  if (!message.includes('Page range')) return error;
  return new CaptureError(
    'pdf_pages_out_of_range',
    'The PDF has fewer pages than pdf_page_ranges names.',
  );
}

/** Reads the file in parts, so that its size is limited before it is in memory. */
async function readStream({ session, progress, limits }: CapturePage, handle: string) {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  for (;;) {
    const { data, base64Encoded, eof } = await progress.race(
      session.send('IO.read', { handle, size: partBytes }),
    );
    const part = base64Encoded === true ? Buffer.from(data, 'base64') : asBuffer(data);
    sizeBytes += part.length;
    if (sizeBytes > limits.maxImageBytes) break;
    parts.push(part);
    if (eof) break;
  }
  await progress.race(session.send('IO.close', { handle }));
  if (sizeBytes <= limits.maxImageBytes) return Buffer.concat(parts);
  const limit = Math.floor(limits.maxImageBytes / 2 ** 20);
  throw new CaptureError('image_too_large', `The PDF is larger than ${limit} MiB.`);
}

/** Replaces the dates of a PDF, which have a fixed length, so that equal pages give equal files. */
function setDates(bytes: Buffer, date: Date): void {
  const digits = date.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const text = bytes.toString('latin1');
  for (const { 0: found, index } of text.matchAll(datePattern)) {
    bytes.write(digits, index + found.length - digits.length, 'latin1');
  }
}

/** Returns the number of pages of a PDF of the browser, whose page tree is not compressed. */
function pageCount(bytes: Buffer): number {
  return bytes.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

import type { PdfSettings } from '@shotwright/capture';
import type { StoredCaptureOptions } from '@shotwright/contract';
import { reduceHtml, type AllowedHtml } from '../../../shared/reduce-html.ts';
import { pdfMarginsOf, pdfPaperOf } from './pdf-layout.rules.ts';

const tags =
  'div span p b i u em strong small br hr img table thead tbody tr td th ul ol li h1 h2 h3';

/** The browser prints headers and footers without scripts and network; only inline images show. */
const allowed: AllowedHtml = {
  allowedTags: tags.split(' '),
  allowedAttributes: {
    '*': ['class', 'style', 'dir', 'lang'],
    img: ['src', 'alt', 'width', 'height'],
  },
  allowedSchemes: [],
  allowedSchemesByTag: { img: ['data'] },
  parseStyleAttributes: false,
};

/** Returns the settings of a PDF that stored options describe; undefined for other formats. */
export function pdfSettingsOf(read: StoredCaptureOptions): PdfSettings | undefined {
  if (read.file_type !== 'pdf') return undefined;
  const paper = pdfPaperOf(read);
  const { pdf_page_ranges: pageRanges, pdf_header: header, pdf_footer: footer } = read;
  return {
    ...(paper && { paper }),
    isLandscape: read.pdf_landscape,
    margins: pdfMarginsOf(read),
    scale: read.pdf_scale,
    ...(pageRanges !== undefined && { pageRanges }),
    isBackgroundPrinted: read.pdf_print_background,
    ...(header !== undefined && { header: templateOf(header) }),
    ...(footer !== undefined && { footer: templateOf(footer) }),
    isTagged: read.pdf_tagged,
    hasOutline: read.pdf_outline,
    isOnePage: read.pdf_fit_one_page,
    isCssSizePreferred: read.pdf_prefer_css_page_size,
  };
}

/** Text in a header has no size, and colours are not printed, unless a style says so. */
function templateOf(html: string): string {
  const style = 'font-size:9px;width:100%;padding:0 0.4in;-webkit-print-color-adjust:exact';
  return `<div style="${style}">${reduceHtml(html, allowed)}</div>`;
}

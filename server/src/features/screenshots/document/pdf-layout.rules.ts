import type { PdfSettings } from '@shotwright/capture';
import { captureLimits, type CaptureOptions } from '@shotwright/contract';
import { invalidField } from '../../../shared/app-error.ts';

/** Options of a request that decide the size, the margins and the pages of a PDF. */
export type PdfLayoutOptions = Pick<
  CaptureOptions,
  | 'file_type'
  | 'pdf_paper_format'
  | 'pdf_width'
  | 'pdf_height'
  | 'pdf_landscape'
  | 'pdf_margin'
  | 'pdf_margin_top'
  | 'pdf_margin_right'
  | 'pdf_margin_bottom'
  | 'pdf_margin_left'
  | 'pdf_page_ranges'
  | 'pdf_fit_one_page'
>;

const inchesPerUnit = { in: 1, mm: 1 / 25.4, cm: 1 / 2.54, px: 1 / 96, pt: 1 / 72 } as const;

/** Sizes in portrait, in inches. Source: ISO 216, ANSI/ASME Y14.1. */
const paperInches = {
  a0: { width: 33.11, height: 46.81 },
  a1: { width: 23.39, height: 33.11 },
  a2: { width: 16.54, height: 23.39 },
  a3: { width: 11.69, height: 16.54 },
  a4: { width: 8.27, height: 11.69 },
  a5: { width: 5.83, height: 8.27 },
  a6: { width: 4.13, height: 5.83 },
  letter: { width: 8.5, height: 11 },
  legal: { width: 8.5, height: 14 },
  tabloid: { width: 11, height: 17 },
  ledger: { width: 17, height: 11 },
} as const;

const sides = ['top', 'right', 'bottom', 'left'] as const;
const defaultMarginInches = 0.4;

/** Checks the lengths and the pages of a PDF, which the schemas see as text. */
export function requirePdfLayout(options: PdfLayoutOptions): void {
  if (options.file_type !== 'pdf') return;
  const { pdfSizeInches, pdfMarginInches } = captureLimits;
  for (const name of ['pdf_width', 'pdf_height'] as const)
    requireInches(name, options[name], pdfSizeInches);
  for (const side of sides)
    requireInches(`pdf_margin_${side}`, options[`pdf_margin_${side}`], pdfMarginInches);
  requireInches('pdf_margin', options.pdf_margin, pdfMarginInches);
  requireAscending(options.pdf_page_ranges);
  requireContent(options);
}

/** Returns the size of the pages before they are turned; undefined for one page of its own size. */
export function pdfPaperOf(options: PdfLayoutOptions): PdfSettings['paper'] {
  if (options.pdf_fit_one_page) return undefined;
  const { pdf_width: width, pdf_height: height } = options;
  return width === undefined || height === undefined
    ? paperInches[options.pdf_paper_format]
    : { width: inchesOf(width), height: inchesOf(height) };
}

/** Returns the margins of the pages. */
export function pdfMarginsOf(options: PdfLayoutOptions): PdfSettings['margins'] {
  const { pdf_margin: all } = options;
  const usual = options.pdf_fit_one_page ? 0 : defaultMarginInches;
  const rest = all === undefined ? usual : inchesOf(all);
  const marginOf = (side: (typeof sides)[number]): number => {
    const own = options[`pdf_margin_${side}`];
    return own === undefined ? rest : inchesOf(own);
  };
  return {
    top: marginOf('top'),
    right: marginOf('right'),
    bottom: marginOf('bottom'),
    left: marginOf('left'),
  };
}

function inchesOf(length: string): number {
  const unit = Object.entries(inchesPerUnit).find(([name]) => length.endsWith(name));
  return Number.parseFloat(length) * (unit?.[1] ?? 1);
}

function requireInches(
  name: string,
  length: string | undefined,
  { min, max }: { readonly min: number; readonly max: number },
): void {
  if (length === undefined) return;
  const inches = inchesOf(length);
  if (inches >= min && inches <= max) return;
  throw invalidField(name, `must be from ${min} to ${max} inches, and not ${length}`);
}

function requireAscending(ranges: string | undefined): void {
  const wrong = ranges?.split(',').find((range) => {
    const [from = '', to = ''] = range.split('-');
    return to !== '' && Number(to) < Number(from);
  });
  if (wrong === undefined) return;
  const message = `must have ranges that end after their start, and not ${wrong.trim()}`;
  throw invalidField('pdf_page_ranges', message);
}

function requireContent(options: PdfLayoutOptions): void {
  const paper = pdfPaperOf(options);
  if (paper === undefined) return;
  const { top, right, bottom, left } = pdfMarginsOf(options);
  const [width, height] = options.pdf_landscape
    ? [paper.height, paper.width]
    : [paper.width, paper.height];
  if (left + right < width && top + bottom < height) return;
  const side = left + right < width ? 'height' : 'width';
  const names = side === 'height' ? 'pdf_margin_top' : 'pdf_margin_left';
  const name = options.pdf_margin === undefined ? names : 'pdf_margin';
  const inches = side === 'height' ? height : width;
  const message = `leaves no room for content: the pages have a ${side} of ${inches} inches`;
  throw invalidField(name, message, 'unsupported_option_combination');
}

import { captureLimits } from '../../paths/screenshots.ts';
import { imageChanging, type CaptureOptionTable } from '../row.ts';
import { onlyInPdf } from './formats.ts';

const pdfOption = { ...imageChanging, group: 'pdf', excludes: [onlyInPdf] } as const;

const length = {
  kind: 'text',
  maxLength: captureLimits.lengthLength,
  pattern: {
    source: '^(?:0|\\d{1,5}(?:\\.\\d{1,4})?(?:in|mm|cm|px|pt))$',
    error: 'must be a length such as 210mm, 8.5in, 40px or 0',
  },
} as const;

const template = { kind: 'text', maxBytes: captureLimits.pdfTemplateBytes, isCode: true } as const;

const sizeExcludes = [
  onlyInPdf,
  { options: ['pdf_paper_format'], reason: 'it is a size as well' },
] as const;

const { pdfScale, pdfRangesLength } = captureLimits;

/** Options of a PDF: paper, margins, pages and content. */
export const pdfOptions = {
  pdf_paper_format: {
    ...pdfOption,
    value: {
      kind: 'choice',
      values: ['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'letter', 'legal', 'tabloid', 'ledger'],
      isCaseIgnored: true,
    },
    default: 'a4',
    aliases: ['pdf_page_size', 'pdf_format', 'paper_format'],
    docs: { label: 'Paper format', sentence: 'Size of the pages of a PDF.', example: 'letter' },
  },
  pdf_width: {
    ...pdfOption,
    value: length,
    excludes: sizeExcludes,
    requiresAll: ['pdf_height'],
    docs: {
      label: 'Page width',
      sentence: 'Width of the pages, 1 to 200 inches, in in, mm, cm, px or pt.',
      example: '210mm',
    },
  },
  pdf_height: {
    ...pdfOption,
    value: length,
    excludes: sizeExcludes,
    requiresAll: ['pdf_width'],
    docs: {
      label: 'Page height',
      sentence: 'Height of the pages, 1 to 200 inches, in in, mm, cm, px or pt.',
      example: '297mm',
    },
  },
  pdf_landscape: {
    ...pdfOption,
    value: { kind: 'boolean' },
    default: false,
    docs: { label: 'Landscape pages', sentence: 'Turns the pages to landscape.', example: true },
  },
  pdf_margin: {
    ...pdfOption,
    value: length,
    docs: {
      label: 'Margin',
      sentence: 'Margin on all sides, 0 to 10 inches; default 0.4in, and 0 for one page.',
      example: '15mm',
    },
  },
  pdf_margin_top: {
    ...pdfOption,
    value: length,
    docs: { label: 'Top margin', sentence: 'Margin above the content.', example: '20mm' },
  },
  pdf_margin_right: {
    ...pdfOption,
    value: length,
    docs: { label: 'Right margin', sentence: 'Margin right of the content.', example: '10mm' },
  },
  pdf_margin_bottom: {
    ...pdfOption,
    value: length,
    docs: { label: 'Bottom margin', sentence: 'Margin below the content.', example: '20mm' },
  },
  pdf_margin_left: {
    ...pdfOption,
    value: length,
    docs: { label: 'Left margin', sentence: 'Margin left of the content.', example: '10mm' },
  },
  pdf_scale: {
    ...pdfOption,
    value: { kind: 'number', ...pdfScale, decimals: 2 },
    default: 1,
    docs: { label: 'Scale of the content', sentence: 'Scale of the content.', example: 0.8 },
  },
  pdf_page_ranges: {
    ...pdfOption,
    value: {
      kind: 'text',
      maxLength: pdfRangesLength,
      pattern: {
        source: `^(?=.{1,${String(pdfRangesLength)}}$)[1-9]\\d{0,4}(?:-(?:[1-9]\\d{0,4})?)?(?:, ?[1-9]\\d{0,4}(?:-(?:[1-9]\\d{0,4})?)?)*$`,
        error: 'must be pages and ranges such as 1-3,5',
      },
    },
    docs: { label: 'Pages', sentence: 'Pages to keep, all by default.', example: '1-3,5' },
  },
  pdf_print_background: {
    ...pdfOption,
    value: { kind: 'boolean' },
    default: true,
    docs: {
      label: 'Print backgrounds',
      sentence: 'Prints background colours and background images.',
      example: false,
    },
  },
  pdf_header: {
    ...pdfOption,
    value: template,
    docs: {
      label: 'Header',
      sentence:
        'HTML above each page; classes date, title, url, pageNumber and totalPages are filled.',
      example: '<span class="title"></span>',
    },
  },
  pdf_footer: {
    ...pdfOption,
    value: template,
    docs: {
      label: 'Footer',
      sentence: 'HTML below each page, like the header; without scripts and network images.',
      example: '<span class="pageNumber"></span> / <span class="totalPages"></span>',
    },
  },
  pdf_tagged: {
    ...pdfOption,
    value: { kind: 'boolean' },
    default: true,
    docs: {
      label: 'Tagged for screen readers',
      sentence: 'Adds the structure of the content for screen readers.',
      example: false,
    },
  },
  pdf_outline: {
    ...pdfOption,
    value: { kind: 'boolean' },
    default: false,
    excludes: [onlyInPdf, { options: ['pdf_tagged'], reason: 'the outline consists of tags' }],
    docs: {
      label: 'Outline',
      sentence: 'Adds an outline of the headings.',
      example: true,
    },
  },
  pdf_fit_one_page: {
    ...pdfOption,
    value: { kind: 'boolean' },
    default: false,
    excludes: [
      onlyInPdf,
      {
        options: [
          'pdf_paper_format',
          'pdf_width',
          'pdf_height',
          'pdf_landscape',
          'pdf_page_ranges',
          'pdf_header',
          'pdf_footer',
          'pdf_prefer_css_page_size',
        ],
        reason: 'the one page is as large as its content',
      },
    ],
    docs: {
      label: 'One page',
      sentence: 'Prints everything on one page, as wide as the layout of the page.',
      example: true,
    },
  },
  pdf_prefer_css_page_size: {
    ...pdfOption,
    value: { kind: 'boolean' },
    default: false,
    docs: {
      label: 'Page size of the style sheet',
      sentence: 'Prefers the size that an @page rule of the page names.',
      example: true,
    },
  },
} as const satisfies CaptureOptionTable;

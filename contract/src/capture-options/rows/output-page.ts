import { captureLimits, extractNames } from '../../paths/screenshots.ts';
import { captureCalls, htmlCalls, imageChanging, type CaptureOptionTable } from '../row.ts';
import { notInDocuments } from './formats.ts';

const outputOption = { ...imageChanging, group: 'output' } as const;

const imageOnly = { ...notInDocuments, reason: 'only an image has a height' } as const;

const fullPageOption = { ...outputOption, requires: ['full_page'] } as const;

/** Names of files: no path, and nothing that hides or reverses a part of the name. */
const fileName = {
  source: '^(?=.*\\S)[^/\\\\\\p{Cc}\\u2028-\\u202e\\u2066-\\u2069]{1,120}$',
  error: 'must be 1 to 120 characters without slashes, line breaks and control characters',
} as const;

/** Options of the full page, of pasted HTML, and of the file. */
export const pageOptions = {
  full_page_max_height: {
    ...fullPageOption,
    value: { kind: 'number', ...captureLimits.fullPageHeightPx },
    excludes: [imageOnly],
    docs: {
      label: 'Maximum height of the full page',
      sentence: 'Height in CSS pixels at which the image of the full page ends.',
      example: 800,
    },
  },
  full_page_scroll: {
    ...fullPageOption,
    value: { kind: 'boolean' },
    default: true,
    docs: {
      label: 'Scroll through the full page',
      sentence: 'Scrolls through the page first, so that what loads on scrolling is shown.',
      example: false,
    },
  },
  scroll_delay: {
    ...fullPageOption,
    value: { kind: 'number', ...captureLimits.scrollDelayMs },
    default: 0,
    aliases: ['full_page_scroll_delay'],
    docs: {
      sentence: 'Additional time of the page after each step of scrolling, in milliseconds.',
      example: 300,
    },
  },
  scroll_step: {
    ...fullPageOption,
    value: { kind: 'number', ...captureLimits.scrollStep, decimals: 2 },
    aliases: ['full_page_scroll_by', 'scroll_increment'],
    docs: {
      sentence: 'Height of each step of scrolling as a share of the viewport.',
      example: 0.9,
    },
  },
  slice_height: {
    ...fullPageOption,
    value: { kind: 'number', ...captureLimits.sliceHeightPx },
    aliases: ['full_page_slice_height'],
    excludes: [
      imageOnly,
      { options: ['image_width', 'image_height'], reason: 'slices have the size of the page' },
    ],
    docs: {
      sentence: 'Divides the image of the full page into slices of this height in CSS pixels.',
      example: 2_000,
    },
  },
  slice_overlap: {
    ...outputOption,
    value: { kind: 'number', ...captureLimits.sliceOverlapPx },
    default: 0,
    requires: ['slice_height'],
    docs: {
      sentence: 'Height that a slice repeats of the one before, in CSS pixels.',
      example: 100,
    },
  },
  sticky: {
    ...fullPageOption,
    value: { kind: 'choice', values: ['auto', 'keep', 'hide'] },
    default: 'auto',
    docs: {
      label: 'Sticky elements',
      sentence:
        'Shows fixed and sticky elements as at the top of the page, keeps them in each screen, or hides them.',
      example: 'hide',
    },
  },
  expand_scrollers: {
    ...fullPageOption,
    value: { kind: 'boolean' },
    default: true,
    excludes: [imageOnly],
    docs: {
      label: 'Expand scrolling areas',
      sentence:
        'Shows all content of areas that scroll instead of the page, one or several beside each other.',
      example: false,
    },
  },
  extract: {
    ...outputOption,
    value: { kind: 'choices', values: extractNames },
    docs: {
      label: 'Extracts',
      sentence: 'Files made from the content of the page beside the finished file.',
      example: ['markdown', 'links'],
    },
  },
  base_url: {
    ...outputOption,
    appliesTo: htmlCalls,
    value: { kind: 'text', maxLength: captureLimits.urlLength },
    docs: {
      label: 'Base URL',
      sentence: 'URL that relative URLs in the HTML refer to, http or https.',
      example: 'https://example.com/blog/',
    },
  },
  file_name: {
    appliesTo: captureCalls,
    group: 'output',
    storage: 'if_changed',
    isShareable: true,
    value: { kind: 'text', maxLength: captureLimits.fileNameLength, pattern: fileName },
    aliases: ['attachment_name'],
    docs: {
      sentence: 'Name of the file; the ending of its format is added.',
      example: 'pricing-page',
    },
  },
} as const satisfies CaptureOptionTable;

import { formatCount } from '../../format/format.ts';

/** Messages of the presets of the viewport. */
export const presetMessages = {
  open: 'Presets',
  socialCard: 'Social card, 1200 × 630',
  fullHd: 'Full HD, 1920 × 1080',
  iphone: (device: string) => `iPhone, as ${device}`,
  report: 'Report, width of A4',
} as const;

/** Messages of the dialog that chooses the target element. */
export const elementMessages = {
  open: 'Choose an element',
  title: 'Choose an element',
  lead: 'Elements of the page that a selector names alone.',
  elements: 'Elements',
  size: (width: number, height: number) => `${formatCount(width)} × ${formatCount(height)}`,
  none: 'No element of this page has a name of its own. Write a selector instead.',
  offer:
    'Capture the page once to list its elements. It is an ordinary capture of the options of this form.',
  incomplete: 'Enter a URL and choose a project first.',
  list: 'Capture and list elements',
  listAgain: 'List again',
  listing: 'Capturing…',
  failed: 'The elements could not be loaded',
} as const;

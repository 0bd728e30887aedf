import type { PathTable } from '../endpoint-path.ts';

/** Methods and paths of the endpoints for annotated copies. */
export const annotationPaths = {
  listAnnotatedCopies: { method: 'GET', path: '/screenshots/{id}/annotations' },
  createAnnotatedCopy: { method: 'POST', path: '/screenshots/{id}/annotations' },
} as const satisfies PathTable;

/** Kinds of marks on an image. */
export const markTypes = ['arrow', 'box', 'text', 'blur'] as const;
/** One of the {@link markTypes}. */
export type MarkType = (typeof markTypes)[number];

/** Limits of annotations. Units: pixels of the image, characters or items. */
export const annotationLimits = {
  marks: 100,
  textLength: 500,
  thicknessPx: { min: 1, max: 100, default: 4 },
  textSizePx: { min: 8, max: 500, default: 24 },
  /** Largest coordinate that a request can name; images are smaller. */
  positionPx: 1_000_000,
  /** Pixels of an image that can be annotated: all that a capture can have. */
  imagePx: 2 ** 27,
} as const;

/** Colour of marks without a choice. */
export const defaultMarkColor = '#e01020';

/** Formats of images whose copies have the same format; copies of other images are PNG. */
export const annotatedFormats = ['png', 'jpeg', 'webp'] as const;
/** One of the {@link annotatedFormats}. */
export type AnnotatedFormat = (typeof annotatedFormats)[number];

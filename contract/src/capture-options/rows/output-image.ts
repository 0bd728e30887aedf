import type { CreditPrices } from '../../paths/plans.ts';
import { captureLimits } from '../../paths/screenshots.ts';
import { imageChanging, type CaptureOptionTable } from '../row.ts';
import { notInDocuments } from './formats.ts';

const outputOption = { ...imageChanging, group: 'output' } as const;

const hexColor = {
  source: '^#(?:[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$',
  error: 'must be a colour such as #ffffff or #ffffff80',
} as const;

/** Excludes of each side of a clip. */
const clipExcludes = [
  { options: ['full_page', 'element_selector'], reason: 'a clip is a rectangle of the page' },
  { ...notInDocuments, reason: 'only an image can be a part of the page' },
] as const;

/** Excludes of the size of the finished image. */
const sizeExcludes = [{ ...notInDocuments, reason: 'only an image has pixels' }] as const;

/** Options of the finished image: its quality, scale, clip and size. */
export const imageOptions = {
  quality: {
    ...outputOption,
    value: { kind: 'number', ...captureLimits.quality },
    aliases: ['image_quality'],
    excludes: [
      {
        options: ['file_type'],
        values: ['png', 'gif', ...notInDocuments.values],
        reason: 'it has no quality',
      },
    ],
    docs: {
      sentence: 'Quality of a JPEG (default 85), WebP (80) or AVIF (50).',
      example: 10,
    },
  },
  device_scale_factor: {
    ...outputOption,
    value: { kind: 'number', ...captureLimits.deviceScaleFactor, decimals: 6, step: 0.125 },
    default: 1,
    aliases: ['scale'],
    excludes: [{ options: ['retina'], reason: 'retina is a scale of 2' }],
    price: (value: unknown, prices: CreditPrices) => (Number(value) > 1 ? prices.retina : 0),
    docs: {
      sentence:
        'Device pixels per CSS pixel, such as 2 or 2.625; a device keeps its own scale if larger.',
      example: 1.5,
    },
  },
  padding: {
    ...outputOption,
    appliesTo: ['url', 'html', 'dashboard_url'],
    value: { kind: 'number', ...captureLimits.paddingPx },
    requires: ['element_selector'],
    docs: {
      sentence: 'Part of the page that is shown around the element, in CSS pixels.',
      example: 20,
    },
  },
  clip_x: {
    ...outputOption,
    value: { kind: 'number', ...captureLimits.clipStartPx },
    excludes: clipExcludes,
    requiresAll: ['clip_y', 'clip_width', 'clip_height'],
    docs: { sentence: 'Left edge of the clip on the page in CSS pixels.', example: 0 },
  },
  clip_y: {
    ...outputOption,
    value: { kind: 'number', ...captureLimits.clipStartPx },
    excludes: clipExcludes,
    requiresAll: ['clip_x', 'clip_width', 'clip_height'],
    docs: { sentence: 'Top edge of the clip on the page in CSS pixels.', example: 200 },
  },
  clip_width: {
    ...outputOption,
    value: { kind: 'number', ...captureLimits.clipSizePx },
    excludes: clipExcludes,
    requiresAll: ['clip_x', 'clip_y', 'clip_height'],
    docs: { sentence: 'Width of the clip in CSS pixels.', example: 800 },
  },
  clip_height: {
    ...outputOption,
    value: { kind: 'number', ...captureLimits.clipSizePx },
    excludes: clipExcludes,
    requiresAll: ['clip_x', 'clip_y', 'clip_width'],
    docs: { sentence: 'Height of the clip in CSS pixels.', example: 600 },
  },
  image_width: {
    ...outputOption,
    value: { kind: 'number', ...captureLimits.imageSizePx },
    aliases: ['thumb_width'],
    excludes: sizeExcludes,
    docs: {
      sentence: 'Width in pixels to which the finished image is reduced.',
      example: 640,
    },
  },
  image_height: {
    ...outputOption,
    value: { kind: 'number', ...captureLimits.imageSizePx },
    aliases: ['thumb_height'],
    excludes: sizeExcludes,
    docs: {
      sentence: 'Height in pixels to which the finished image is reduced.',
      example: 240,
    },
  },
  image_fit: {
    ...outputOption,
    value: { kind: 'choice', values: ['inside', 'cover', 'contain', 'fill'] },
    default: 'inside',
    aliases: ['img_fit'],
    requiresAll: ['image_width', 'image_height'],
    docs: {
      sentence: 'Way to fit the image into its size: scaled, cropped, padded or distorted.',
      example: 'cover',
    },
  },
  image_position: {
    ...outputOption,
    value: {
      kind: 'choice',
      values: [
        'top',
        'top_right',
        'right',
        'bottom_right',
        'bottom',
        'bottom_left',
        'left',
        'top_left',
        'center',
      ],
    },
    default: 'top',
    requires: ['image_fit'],
    docs: { sentence: 'Part of the image that the fit cover keeps.', example: 'center' },
  },
  image_background: {
    ...outputOption,
    value: { kind: 'text', maxLength: 9, pattern: hexColor },
    requires: ['image_fit'],
    docs: {
      sentence: 'Colour around an image with the fit contain; default #ffffff.',
      example: '#1a1a1a',
      exampleWith: { image_fit: 'contain' },
    },
  },
} as const satisfies CaptureOptionTable;

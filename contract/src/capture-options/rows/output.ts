import type { CreditPrices } from '../../paths/plans.ts';
import { captureLimits } from '../../paths/screenshots.ts';
import { captureCalls, type CaptureOptionTable } from '../row.ts';

const surcharge = (name: keyof CreditPrices) => (value: unknown, prices: CreditPrices) =>
  value === true ? prices[name] : 0;

/** Options of the image: format, size and appearance. */
export const outputOptions = {
  file_type: {
    value: { kind: 'choice', values: ['png', 'jpeg'], isCaseIgnored: true },
    default: 'png',
    appliesTo: captureCalls,
    group: 'output',
    storage: 'always',
    isShareable: true,
    isInCacheKey: true,
    docs: { sentence: 'Format of the image.', example: 'jpeg' },
  },
  full_page: {
    value: { kind: 'boolean' },
    default: false,
    appliesTo: captureCalls,
    group: 'output',
    storage: 'always',
    isShareable: true,
    isInCacheKey: true,
    price: surcharge('fullPage'),
    docs: { sentence: 'Captures the full page instead of the viewport.', example: true },
  },
  disable_animations: {
    value: { kind: 'boolean' },
    default: false,
    appliesTo: captureCalls,
    group: 'output',
    storage: 'always',
    isShareable: true,
    isInCacheKey: true,
    docs: { sentence: 'Stops animations and transitions before the capture.', example: true },
  },
  disable_javascript: {
    value: { kind: 'boolean' },
    default: false,
    appliesTo: captureCalls,
    group: 'output',
    storage: 'always',
    isShareable: true,
    isInCacheKey: true,
    docs: { sentence: 'Loads the page without running its scripts.', example: true },
  },
  retina: {
    value: { kind: 'boolean' },
    default: false,
    appliesTo: captureCalls,
    group: 'output',
    storage: 'always',
    isShareable: true,
    isInCacheKey: true,
    price: surcharge('retina'),
    docs: {
      sentence: 'Captures with at least two device pixels per CSS pixel.',
      example: true,
    },
  },
  emulate_device: {
    value: { kind: 'text', minLength: 1, maxLength: 100 },
    appliesTo: captureCalls,
    excludes: { options: ['width', 'height'], reason: 'a device brings its own size' },
    group: 'output',
    storage: 'if_changed',
    isShareable: true,
    isInCacheKey: true,
    docs: {
      sentence: 'Device whose viewport, scale and user agent are emulated, as GET /devices lists.',
      example: 'iPhone 15',
    },
  },
  width: {
    value: { kind: 'number', min: captureLimits.widthPx.min, max: captureLimits.widthPx.max },
    default: captureLimits.widthPx.default,
    appliesTo: captureCalls,
    defaultUnless: 'emulate_device',
    group: 'output',
    storage: 'always',
    isShareable: true,
    isInCacheKey: true,
    docs: { sentence: 'Width of the viewport in CSS pixels.', example: 1_920 },
  },
  height: {
    value: { kind: 'number', min: captureLimits.heightPx.min, max: captureLimits.heightPx.max },
    default: captureLimits.heightPx.default,
    appliesTo: captureCalls,
    defaultUnless: 'emulate_device',
    group: 'output',
    storage: 'always',
    isShareable: true,
    isInCacheKey: true,
    docs: { sentence: 'Height of the viewport in CSS pixels.', example: 1_080 },
  },
  omit_background: {
    value: { kind: 'boolean' },
    default: false,
    appliesTo: captureCalls,
    excludes: { options: ['file_type'], values: ['jpeg'], reason: 'JPEG has no transparency' },
    group: 'output',
    storage: 'if_changed',
    isShareable: true,
    isInCacheKey: true,
    docs: {
      sentence: 'Leaves the image transparent where the page itself paints no background.',
      example: true,
    },
  },
} as const satisfies CaptureOptionTable;

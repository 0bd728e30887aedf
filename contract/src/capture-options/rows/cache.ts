import { captureLimits } from '../../paths/screenshots.ts';
import { captureCalls, type CaptureOptionTable } from '../row.ts';

/** No screenshot stores them; they decide which image is returned, not what it shows. */
const cached = { appliesTo: captureCalls, group: 'cache', storage: 'setting' } as const;

/** Options of the cache of images. */
export const cacheOptions = {
  cache: {
    ...cached,
    value: { kind: 'boolean' },
    default: false,
    docs: {
      sentence: 'Returns the stored image of an earlier identical request, free of charge.',
      example: true,
    },
  },
  cache_ttl: {
    ...cached,
    value: { kind: 'number', ...captureLimits.cacheTtlSeconds },
    default: captureLimits.cacheTtlSeconds.default,
    aliases: ['ttl'],
    requires: ['cache'],
    docs: {
      label: 'Maximum age',
      sentence: 'Greatest age of a cached image, in seconds.',
      example: 3_600,
    },
  },
  cache_key: {
    ...cached,
    value: {
      kind: 'text',
      pattern: {
        source: `^[A-Za-z0-9._-]{1,${captureLimits.cacheKeyLength}}$`,
        error: `must be 1 to ${captureLimits.cacheKeyLength} letters, digits, dots, underscores and hyphens`,
      },
    },
    requires: ['cache'],
    docs: {
      sentence: 'Separates cached images; required if the request has credentials.',
      example: 'customer-42',
    },
  },
  fresh: {
    ...cached,
    value: { kind: 'boolean' },
    default: false,
    aliases: ['force'],
    requires: ['cache'],
    docs: { sentence: 'Captures a new image and caches it.', example: true },
  },
  stale_while_revalidate: {
    ...cached,
    value: { kind: 'number', ...captureLimits.staleSeconds },
    default: captureLimits.staleSeconds.default,
    requires: ['cache'],
    docs: {
      sentence:
        'Seconds beyond cache_ttl at which an image is returned while a new one is captured.',
      example: 86_400,
    },
  },
} as const satisfies CaptureOptionTable;

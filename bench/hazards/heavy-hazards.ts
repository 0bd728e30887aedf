import type { ErrorCodeName } from '@shotwright/contract';

import { expectedColor, escapedColor } from '../site/hazard-pages.ts';
import {
  expectImage,
  onPage,
  engineTimeoutMs,
  resourceTimeoutMs,
  imageOf,
  rgbOf,
} from './build.ts';
import type { Hazard } from './hazard.ts';

/** Long enough for a page to exceed its memory limit. Unit: s. */
const delaySeconds = 25;

const bomb = (page: string, ...otherCodes: readonly ErrorCodeName[]): Hazard => ({
  name: page,
  request: onPage(page, { delay: delaySeconds }),
  expected: {
    kind: 'failed',
    codes: ['page_too_large', 'page_crashed', 'render_timeout', ...otherCodes],
  },
  timeoutMs: engineTimeoutMs,
});

/** Pages that allocate all available memory, and a GPU process that is killed. */
export const heavyHazards: readonly Hazard[] = [
  ...['oom', 'oomworker', 'wasm', 'canvases', 'nodes'].map((page) => bomb(page)),
  // Its document is a gibibyte of text. Beside other captures, its load can take longer than it may
  // before it takes more memory than it may.
  bomb('packed', 'navigation_timeout'),
  expectImage('pictureflood', expectedColor, engineTimeoutMs),
  {
    name: 'gpu-killed',
    request: onPage('alert', { delay: 2 }),
    expected: imageOf({ probes: [{ x: 1270, y: 790, color: rgbOf(escapedColor) }] }),
    timeoutMs: resourceTimeoutMs,
    kills: 'gpu-process',
  },
];

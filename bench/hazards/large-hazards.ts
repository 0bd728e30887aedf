import { cellColor, cellPx, gridHtml } from '../site/grid.ts';
import { expectedColor, fontSamples, lateSections, escapedColor } from '../site/hazard-pages.ts';
import { onPage, resourceTimeoutMs, imageOf, rgbOf, ordinaryTimeoutMs } from './build.ts';
import type { Hazard, Probe } from './hazard.ts';

/** Maximum time for images of up to 134 million pixels. Unit: ms. */
const largeImageTimeoutMs = 90_000;
/** Size at which a full page is truncated. Units: CSS px. */
const fullPagePx = { width: 7_680, height: 25_000 } as const;
/** Longest side of a JPEG, in whole CSS pixels of a screen with scale 3. */
const jpegSidePx = 65_499;

/** Returns the middle of every cell of a grid of this size, at a scale. */
function cellProbes(size: { widthPx: number; heightPx: number }, scale = 1): Probe[] {
  const sidePx = cellPx * scale;
  const columns = Math.floor(size.widthPx / sidePx);
  const rows = Math.floor(size.heightPx / sidePx);
  return Array.from({ length: columns * rows }, (_, i) => {
    const column = i % columns;
    const row = Math.floor(i / columns);
    return {
      x: Math.floor((column + 0.5) * sidePx),
      y: Math.floor((row + 0.5) * sidePx),
      color: cellColor(column, row),
    };
  });
}

const grid = (columns: number, rows: number) => ({ html: () => gridHtml({ columns, rows }) });

const lateProbes = Array.from({ length: lateSections.count }, (_, i): Probe => {
  return { x: 300, y: (i + 0.5) * lateSections.heightPx, color: cellColor(i, 0) };
});

const fontProbes = Object.keys(fontSamples).map((_, i): Probe => {
  return { x: 1200, y: i * 60 + 30, color: rgbOf(expectedColor) };
});

/**
 * A fixed header and footer appear once, and a section as high as the screen retains its height.
 */
const stickyProbes: Probe[] = [
  { x: 640, y: 30, color: rgbOf('#cc2222') },
  { x: 640, y: 100, color: rgbOf('#eeeeee') },
  ...Array.from({ length: 6 }, (_, i): Probe => {
    return { x: 640, y: 800 + i * 700 + 20, color: rgbOf('#ffcc00') };
  }),
  ...Array.from({ length: 6 }, (_, i): Probe => {
    return {
      x: 640,
      y: 800 + i * 700 + 350,
      color: rgbOf(i % 2 === 0 ? expectedColor : escapedColor),
    };
  }),
];

/** Pages whose image is hard to get right: lazy, sticky, third-party, tall, wide and huge ones. */
export const largeHazards: Hazard[] = [
  {
    name: 'fonts',
    request: onPage('fonts'),
    expected: imageOf({ probes: fontProbes }),
    timeoutMs: ordinaryTimeoutMs,
  },
  {
    name: 'sticky',
    request: onPage('sticky', { full_page: true }),
    expected: imageOf({ heightPx: 5_000, credits: 2, probes: stickyProbes }),
    timeoutMs: ordinaryTimeoutMs,
  },
  {
    name: 'lazy',
    request: onPage('late', { full_page: true }),
    expected: imageOf({
      heightPx: lateSections.count * lateSections.heightPx,
      credits: 2,
      probes: lateProbes,
    }),
    timeoutMs: resourceTimeoutMs,
  },
  {
    name: 'tall',
    request: { source: grid(13, 400), options: { full_page: true } },
    expected: imageOf({
      widthPx: 1_300,
      heightPx: fullPagePx.height,
      credits: 2,
      probes: cellProbes({ widthPx: 1_300, heightPx: fullPagePx.height }),
    }),
    timeoutMs: largeImageTimeoutMs,
  },
  {
    name: 'tall-jpeg',
    request: {
      source: grid(3, 250),
      options: { full_page: true, emulate_device: 'iPhone X', file_type: 'jpeg' },
    },
    expected: imageOf({
      type: 'jpeg',
      widthPx: 1_125,
      heightPx: jpegSidePx,
      credits: 2,
      probes: cellProbes({ widthPx: 900, heightPx: jpegSidePx }, 3),
    }),
    timeoutMs: largeImageTimeoutMs,
  },
  {
    name: 'endlessheight',
    request: onPage('endlessheight', { full_page: true, file_type: 'jpeg' }),
    expected: imageOf({
      type: 'jpeg',
      heightPx: fullPagePx.height,
      credits: 2,
      probes: [{ x: 640, y: fullPagePx.height - 10, color: rgbOf(expectedColor) }],
    }),
    timeoutMs: largeImageTimeoutMs,
  },
  {
    name: 'wide',
    request: { source: grid(300, 8), options: { full_page: true } },
    expected: imageOf({
      widthPx: fullPagePx.width,
      credits: 2,
      probes: cellProbes({ widthPx: fullPagePx.width, heightPx: 800 }),
    }),
    timeoutMs: largeImageTimeoutMs,
  },
  {
    name: 'huge-area',
    request: { source: grid(77, 44), options: { width: 7_680, height: 4_320, retina: true } },
    expected: imageOf({
      widthPx: 15_360,
      heightPx: 8_640,
      credits: 2,
      probes: cellProbes({ widthPx: 15_360, heightPx: 8_640 }, 2),
    }),
    timeoutMs: largeImageTimeoutMs,
  },
  {
    name: 'too-large',
    request: {
      source: grid(77, 250),
      options: { width: 7_680, height: 4_320, retina: true, full_page: true },
    },
    expected: { kind: 'failed', codes: ['image_too_large'] },
    timeoutMs: largeImageTimeoutMs,
  },
];

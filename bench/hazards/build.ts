import type { ErrorCodeName } from '@shotwright/contract';

import type { Rgb } from '../measure/decode-image.ts';
import { expectedColor } from '../site/hazard-pages.ts';
import type { Expected, ExpectedImage, Hazard, HazardRequest } from './hazard.ts';

/** Viewport of every hazard. Units: CSS px, at scale 1. */
export const hazardViewport = { widthPx: 1280, heightPx: 800 } as const;

/** Maximum time for an ordinary page, including the engine's own waits. Unit: ms. */
export const ordinaryTimeoutMs = 15_000;
/**
 * Maximum time for a page with a resource that never responds: the engine's timeout for the
 * resource, then the screenshot. Unit: ms.
 */
export const resourceTimeoutMs = 25_000;
/**
 * Maximum time when the engine's limit of 30 s for a navigation or for a screenshot applies. Unit:
 * ms.
 */
export const engineTimeoutMs = 50_000;

/** Returns a request for a page of the site with options. */
export const onPage = (page: string, options: HazardRequest['options'] = {}): HazardRequest => ({
  source: { page },
  options,
});

/** Parses `#rrggbb` into a colour. */
export const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** Expects a PNG of the viewport for one credit, except for `parts`. */
export const imageOf = (parts: Partial<ExpectedImage> = {}): ExpectedImage => ({
  kind: 'image',
  type: 'png',
  ...hazardViewport,
  credits: 1,
  probes: [],
  ...parts,
});

/** A page captured as usual; the colour of its lower right corner shows how far its script ran. */
export const expectImage = (
  page: string,
  color = expectedColor,
  timeoutMs = ordinaryTimeoutMs,
): Hazard => ({
  name: page,
  request: onPage(page),
  expected: imageOf({ probes: [{ x: 1270, y: 790, color: rgbOf(color) }] }),
  timeoutMs,
});

/** A page that is accepted and then FAILED with one of the codes. */
export const expectFailure = (
  page: string,
  codes: readonly ErrorCodeName[],
  timeoutMs = ordinaryTimeoutMs,
): Hazard => ({
  name: page,
  request: onPage(page),
  expected: { kind: 'failed', codes },
  timeoutMs,
});

/** A URL that does not belong to the bench's sites. */
export const forUrl = (name: string, url: string, expected: Expected): Hazard => ({
  name,
  request: { source: { url } },
  expected,
  timeoutMs: ordinaryTimeoutMs,
});

import type { ErrorCodeName } from '@shotwright/contract';

import type { Rgb } from '../measure/picture.ts';
import { calm } from '../site/hazard-pages.ts';
import type { Expected, ExpectedPicture, Hazard, HazardRequest } from './hazard.ts';

/** Of every viewport here. Units: CSS px, at scale 1. */
export const hazardViewport = { widthPx: 1280, heightPx: 800 } as const;

/** How long an ordinary page may take, our own patience included. */
export const soonMs = 15_000;
/** After an answer that never comes: the engine's patience with a resource, and then the picture. */
export const patientMs = 25_000;
/** After the engine's limit of 30 s for a visit or for a picture. */
export const overdueMs = 50_000;

/** A page of the site with options. */
export const onPage = (page: string, options: HazardRequest['options'] = {}): HazardRequest => ({
  source: { page },
  options,
});

/** `#rrggbb` as a colour. */
export const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/** A PNG of the viewport for one credit, but for `parts`. */
export const picture = (parts: Partial<ExpectedPicture> = {}): ExpectedPicture => ({
  kind: 'picture',
  type: 'png',
  ...hazardViewport,
  credits: 1,
  probes: [],
  ...parts,
});

/** A page drawn as if nothing were the matter; its lower right corner tells how far its script came. */
export const drawn = (page: string, color = calm, withinMs = soonMs): Hazard => ({
  name: page,
  request: onPage(page),
  expected: picture({ probes: [{ x: 1270, y: 790, color: rgbOf(color) }] }),
  withinMs,
});

/** A page that is accepted and then FAILED with one of the codes. */
export const failing = (
  page: string,
  codes: readonly ErrorCodeName[],
  withinMs = soonMs,
): Hazard => ({
  name: page,
  request: onPage(page),
  expected: { kind: 'failed', codes },
  withinMs,
});

/** An address that belongs to no site of ours. */
export const addressed = (name: string, url: string, expected: Expected): Hazard => ({
  name,
  request: { source: { url } },
  expected,
  withinMs: soonMs,
});

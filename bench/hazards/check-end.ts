import { errorCodes } from '@shotwright/contract';

import { decodePicture, type Picture, type Rgb } from '../measure/picture.ts';
import type { ApiAnswer, CaptureRecord } from '../ours/api.ts';
import type { ExpectedPicture, Hazard, Probe } from './hazard.ts';

/**
 * Maximum difference of a colour: a JPEG's colours are near the page's, a PNG's are equal to them.
 */
const tolerance = { png: 0, jpeg: 12 } as const;
const shownProbes = 3;
/**
 * Number of samples if all that is known is that the page has more than one colour: every pixel of
 * a viewport.
 */
const blankSamples = 1_100_000;

/** Returns the faults of a request that was rejected. */
export function faultsOfRefusal({ expected }: Hazard, { status, body }: ApiAnswer): string[] {
  const { code, message, creditsCharged } = body;
  if (expected.kind !== 'refused') return [`refused with ${status} ${String(code)}`];
  return [
    ...(status === expected.status ? [] : [`status ${status}, not ${expected.status}`]),
    ...(code === expected.code ? [] : [`code ${String(code)}, not ${expected.code}`]),
    ...faultsOfWords(code, message),
    ...(creditsCharged === 0 ? [] : ['charged although refused']),
  ];
}

/** Returns the faults of a capture that ended without an image. */
export function faultsOfFailure({ expected }: Hazard, record: CaptureRecord): string[] {
  const { code, status, message, creditsCharged } = record;
  const charged = creditsCharged === 0 ? [] : ['charged although FAILED'];
  if (expected.kind !== 'failed') return [`${status} ${code}: ${message}`, ...charged];
  const isExpected = expected.codes.some((one) => one === code);
  return [
    ...(isExpected ? [] : [`code ${code}, not ${expected.codes.join(' or ')}`]),
    ...faultsOfWords(code, message),
    ...charged,
  ];
}

/** Checks for a code of the closed list and a readable sentence that exposes no internals. */
function faultsOfWords(code: unknown, message: unknown): string[] {
  const words = typeof message === 'string' ? message : '';
  const isSentence = words.split(' ').length >= 4 && words.length <= 300;
  const isRaw = /net::|Error:|undefined|\[object|node_modules|\b[A-Z]\w+\.[a-z]\w+\b/.test(words);
  return [
    ...(Object.hasOwn(errorCodes, String(code)) ? [] : [`${String(code)} is not in the list`]),
    ...(isSentence && !isRaw ? [] : [`no sentence for people: ${words.slice(0, 100)}`]),
  ];
}

interface DrawnHazard {
  readonly bytes: Buffer;
  readonly creditsCharged: number;
  readonly isOurs: boolean;
}

/** Returns the faults of a capture with an image, and the image's size as text. */
export function faultsOfPicture(
  { expected, request }: Hazard,
  { bytes, creditsCharged, isOurs }: DrawnHazard,
): { readonly size: string; readonly faults: string[] } {
  const picture = decodePicture(bytes);
  const size = `${picture.widthPx} × ${picture.heightPx} ${picture.type}`;
  if (expected.kind !== 'picture') return { size, faults: [`a picture of ${size}`] };
  const isForeign = 'page' in request.source && !isOurs;
  const faults = isForeign
    ? faultsOfForeign(picture, expected)
    : [...faultsOfSize(picture, expected), ...faultsOfColors(picture, expected.probes)];
  const { credits } = expected;
  if (creditsCharged !== credits) faults.push(`charged ${creditsCharged}, not ${credits}`);
  return { size, faults };
}

function faultsOfSize(picture: Picture, expected: ExpectedPicture): string[] {
  const { type, widthPx, heightPx } = expected;
  const isRight =
    picture.type === type && picture.widthPx === widthPx && picture.heightPx === heightPx;
  return isRight ? [] : [`not ${widthPx} × ${heightPx} ${type}`];
}

function faultsOfColors(picture: Picture, probes: readonly Probe[]): string[] {
  const wrong = probes.filter(
    ({ x, y, color }) => !isNear(picture.at(x, y), color, tolerance[picture.type]),
  );
  const shown = wrong.slice(0, shownProbes).map(({ x, y, color }) => {
    return `${x},${y} is ${picture.at(x, y).join('/')}, not ${color.join('/')}`;
  });
  return wrong.length === 0
    ? []
    : [`${wrong.length} of ${probes.length} places wrong: ${shown.join('; ')}`];
}

/** Checks a page of another site, where only the size is known, and that the image is not blank. */
function faultsOfForeign(picture: Picture, expected: ExpectedPicture): string[] {
  const { widthPx, heightPx } = picture;
  const isFramed = widthPx === expected.widthPx && heightPx >= hazardHeightPx(expected);
  return [
    ...(isFramed ? [] : [`not ${expected.widthPx} wide and ${hazardHeightPx(expected)} high`]),
    ...(isBlank(picture) ? ['blank'] : []),
  ];
}

/** A full page is at least as high as the viewport. */
function hazardHeightPx({ heightPx, credits }: ExpectedPicture): number {
  return credits > 1 ? Math.min(heightPx, 801) : heightPx;
}

function isBlank(picture: Picture): boolean {
  const { widthPx, heightPx } = picture;
  const step = Math.ceil(Math.sqrt((widthPx * heightPx) / blankSamples));
  const first = picture.at(0, 0);
  for (let y = 0; y < heightPx; y += step) {
    for (let x = 0; x < widthPx; x += step) if (!isNear(picture.at(x, y), first, 0)) return false;
  }
  return true;
}

function isNear(actual: Rgb, wanted: Rgb, by: number): boolean {
  return wanted.every((value, i) => Math.abs(value - (actual[i] ?? -1)) <= by);
}

import { errorCodes } from '@shotwright/contract';

import { decodeImage, type DecodedImage, type Rgb } from '../measure/decode-image.ts';
import type { ApiResponse, CaptureRecord } from '../server/api.ts';
import type { ExpectedImage, Hazard, Probe } from './hazard.ts';

/**
 * Maximum difference of a colour: a JPEG's colours are near the page's, a PNG's are equal to them.
 */
const tolerance = { png: 0, jpeg: 12 } as const;
const maxListedProbes = 3;
/**
 * Number of samples if all that is known is that the page has more than one colour: every pixel of
 * a viewport.
 */
const blankSamples = 1_100_000;

/** Returns the violations of a request that was rejected. */
export function checkRejection({ expected }: Hazard, { status, body }: ApiResponse): string[] {
  const { code, message, creditsCharged } = body;
  if (expected.kind !== 'rejected') return [`rejected with ${status} ${String(code)}`];
  return [
    ...(status === expected.status ? [] : [`status ${status}, not ${expected.status}`]),
    ...(code === expected.code ? [] : [`code ${String(code)}, not ${expected.code}`]),
    ...checkMessage(code, message),
    ...(creditsCharged === 0 ? [] : ['charged although rejected']),
  ];
}

/** Returns the violations of a capture that ended without an image. */
export function checkFailure({ expected }: Hazard, record: CaptureRecord): string[] {
  const { code, status, message, creditsCharged } = record;
  const charged = creditsCharged === 0 ? [] : ['charged although FAILED'];
  if (expected.kind !== 'failed') return [`${status} ${code}: ${message}`, ...charged];
  const isExpected = expected.codes.some((one) => one === code);
  return [
    ...(isExpected ? [] : [`code ${code}, not ${expected.codes.join(' or ')}`]),
    ...checkMessage(code, message),
    ...charged,
  ];
}

/** Checks for a code of the closed list and a readable sentence that exposes no internals. */
function checkMessage(code: unknown, message: unknown): string[] {
  const words = typeof message === 'string' ? message : '';
  const isSentence = words.split(' ').length >= 4 && words.length <= 300;
  const isRaw = /net::|Error:|undefined|\[object|node_modules|\b[A-Z]\w+\.[a-z]\w+\b/.test(words);
  return [
    ...(Object.hasOwn(errorCodes, String(code)) ? [] : [`${String(code)} is not in the list`]),
    ...(isSentence && !isRaw ? [] : [`no sentence for people: ${words.slice(0, 100)}`]),
  ];
}

interface CapturedHazard {
  readonly bytes: Buffer;
  readonly creditsCharged: number;
  readonly isOwnSite: boolean;
}

/** Returns the violations of a capture with an image, and the image's size as text. */
export function checkImage(
  { expected, request }: Hazard,
  { bytes, creditsCharged, isOwnSite }: CapturedHazard,
): { readonly size: string; readonly violations: string[] } {
  const image = decodeImage(bytes);
  const size = `${image.widthPx} × ${image.heightPx} ${image.type}`;
  if (expected.kind !== 'image') return { size, violations: [`an image of ${size}`] };
  const isForeign = 'page' in request.source && !isOwnSite;
  const violations = isForeign
    ? checkForeignImage(image, expected)
    : [...checkSize(image, expected), ...checkColors(image, expected.probes)];
  const { credits } = expected;
  if (creditsCharged !== credits) violations.push(`charged ${creditsCharged}, not ${credits}`);
  return { size, violations };
}

function checkSize(image: DecodedImage, expected: ExpectedImage): string[] {
  const { type, widthPx, heightPx } = expected;
  const isRight = image.type === type && image.widthPx === widthPx && image.heightPx === heightPx;
  return isRight ? [] : [`not ${widthPx} × ${heightPx} ${type}`];
}

function checkColors(image: DecodedImage, probes: readonly Probe[]): string[] {
  const wrong = probes.filter(
    ({ x, y, color }) => !isNear(image.at(x, y), color, tolerance[image.type]),
  );
  const shown = wrong.slice(0, maxListedProbes).map(({ x, y, color }) => {
    return `${x},${y} is ${image.at(x, y).join('/')}, not ${color.join('/')}`;
  });
  return wrong.length === 0
    ? []
    : [`${wrong.length} of ${probes.length} places wrong: ${shown.join('; ')}`];
}

/** Checks a page of another site, where only the size is known, and that the image is not blank. */
function checkForeignImage(image: DecodedImage, expected: ExpectedImage): string[] {
  const { widthPx, heightPx } = image;
  const isFramed = widthPx === expected.widthPx && heightPx >= minHeightPx(expected);
  return [
    ...(isFramed ? [] : [`not ${expected.widthPx} wide and ${minHeightPx(expected)} high`]),
    ...(isBlank(image) ? ['blank'] : []),
  ];
}

/** A full page is at least as high as the viewport. */
function minHeightPx({ heightPx, credits }: ExpectedImage): number {
  return credits > 1 ? Math.min(heightPx, 801) : heightPx;
}

function isBlank(image: DecodedImage): boolean {
  const { widthPx, heightPx } = image;
  const step = Math.ceil(Math.sqrt((widthPx * heightPx) / blankSamples));
  const first = image.at(0, 0);
  for (let y = 0; y < heightPx; y += step) {
    for (let x = 0; x < widthPx; x += step) if (!isNear(image.at(x, y), first, 0)) return false;
  }
  return true;
}

function isNear(actual: Rgb, wanted: Rgb, by: number): boolean {
  return wanted.every((value, i) => Math.abs(value - (actual[i] ?? -1)) <= by);
}

import { comparisonLimits } from '@shotwright/contract/paths';
import { formatCount } from '../../lib/format/format.ts';
import { percentText } from '../../lib/format/percent.ts';
import { compareMessages as messages } from '../../lib/messages/captures/compare.ts';
import { actualPixels, fitted, zoomSteps, type Zoom } from '../files/preview/zoom.rules.ts';

/** Ways to show two captures. */
export const compareModes = ['side', 'slider', 'overlay', 'difference'] as const;
/** One of the {@link compareModes}. */
export type CompareMode = (typeof compareModes)[number];

/** Side of a comparison: `a` is the earlier capture. */
export type Side = keyof typeof messages.sides;

/** Size of an image. Unit: pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Rectangle of the compared area. Unit: pixels. */
export interface Region extends Size {
  readonly x: number;
  readonly y: number;
}

/** Point of the compared area. Unit: pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Returns the mode of a name; side by side for other text. */
export function readMode(text: string | null): CompareMode {
  return compareModes.find((mode) => mode === text) ?? 'side';
}

/** Range of a number with its default. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** Ranges of the numbers in the URL. `position` and `opacity` are percentages. */
export const ranges = {
  threshold: comparisonLimits.threshold,
  position: { min: 0, max: 100, default: 50 },
  opacity: { min: 0, max: 100, default: 50 },
} as const satisfies Record<string, NumberRange>;

/** Returns the number in a text; the default for text that is no number of the range. */
export function readNumber(text: string | null, { min, max, default: fallback }: NumberRange) {
  if (text === null || !/^\d{1,3}(?:\.\d{1,4})?$/.test(text)) return fallback;
  const value = Number(text);
  return value >= min && value <= max ? value : fallback;
}

/** Returns the text of a number; empty for the default, which the URL leaves out. */
export function numberText(value: number, range: NumberRange): string {
  return value === range.default ? '' : String(value);
}

/** Returns the zoom level of a text; fitted for other text. */
export function readZoom(text: string | null): Zoom {
  if (text === 'actual') return actualPixels;
  return zoomSteps.find((step) => String(step) === text) ?? fitted;
}

/** Returns the text of a zoom level; null for fitted, which the URL leaves out. */
export function zoomText(zoom: Zoom): string | null {
  if (zoom === 'fit') return null;
  return zoom === actualPixels ? 'actual' : String(zoom);
}

/** Returns the regions in `x,y,width,height;…`, without invalid ones and without those above the limit. */
export function readRegions(text: string | null): Region[] {
  const regions = (text ?? '').split(';').flatMap((part) => {
    const numbers = part.split(',').map(wholeNumber);
    const [x, y, width, height] = numbers;
    if (numbers.length !== 4 || x === undefined || y === undefined || !width || !height) return [];
    return [{ x, y, width, height }];
  });
  return regions.slice(0, comparisonLimits.ignoredRegions);
}

/** Returns the text of regions; null if there are none. */
export function regionsText(regions: readonly Region[]): string | null {
  if (regions.length === 0) return null;
  return regions
    .map(({ x, y, width, height }) => [x, y, width, height].map(String).join(','))
    .join(';');
}

/** Returns the number in a text of digits; undefined for other text. Up to the limit of the API, 1,000,000. */
export function wholeNumber(text: string): number | undefined {
  if (!/^\d{1,7}$/.test(text.trim())) return undefined;
  const value = Number(text);
  return value <= 1_000_000 ? value : undefined;
}

/** Returns the size of the area that both images together cover. */
export function areaOf(one: Size, other: Size): Size {
  return {
    width: Math.max(one.width, other.width),
    height: Math.max(one.height, other.height),
  };
}

/** Returns the whole pixels between two corners, inside of the area. */
export function regionBetween({ one, other }: { one: Point; other: Point }, area: Size): Region {
  const left = Math.floor(inside(Math.min(one.x, other.x), area.width - 1));
  const top = Math.floor(inside(Math.min(one.y, other.y), area.height - 1));
  const right = Math.ceil(inside(Math.max(one.x, other.x), area.width));
  const bottom = Math.ceil(inside(Math.max(one.y, other.y), area.height));
  return {
    x: left,
    y: top,
    width: Math.max(1, right - left),
    height: Math.max(1, bottom - top),
  };
}

const inside = (value: number, max: number): number => Math.min(Math.max(value, 0), max);

/** Returns the CSS that places an element at a region of the area, by shares of the area. */
export function regionStyle(region: Region, area: Size) {
  return {
    left: percent(region.x, area.width),
    top: percent(region.y, area.height),
    width: percent(region.width, area.width),
    height: percent(region.height, area.height),
  };
}

function percent(part: number, whole: number): string {
  return `${String((part / whole) * 100)}%`;
}

/** Returns the name of a region: its size and its corner. */
export function regionName({ x, y, width, height }: Region): string {
  return messages.region(width, height, `${String(x)}, ${String(y)}`);
}

/** Returns a size in words. */
export function sizeText({ width, height }: Size): string {
  return messages.size(width, height);
}

/** Parts of a comparison that its verdict is about. */
export interface Outcome {
  readonly identical: boolean;
  readonly diffPixels: number;
  readonly diffRatio: number;
  readonly width: number;
  readonly height: number;
  readonly regionCount: number;
}

/** Returns the verdict of a comparison: a title and a sentence. */
export function verdictOf(outcome: Outcome, hasIgnored: boolean): { title: string; text: string } {
  const { identical, diffPixels, diffRatio, width, height, regionCount } = outcome;
  if (identical) return { title: messages.identical, text: messages.identicalText };
  if (diffPixels === 0) {
    return {
      title: messages.noChange,
      text: hasIgnored ? messages.noChangeOutside : messages.noChangeText,
    };
  }
  return {
    title: messages.changed(percentText(diffRatio)),
    text: messages.changedText(
      formatCount(diffPixels),
      formatCount(width * height),
      formatCount(regionCount),
    ),
  };
}

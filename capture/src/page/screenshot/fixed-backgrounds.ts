import {
  placeBackgrounds,
  type FixedBackground,
  type PlacedBackground,
} from '../../in-page/full-page/fixed-backgrounds.ts';
import type { CapturePage } from '../capture-page.ts';
import { evaluate } from '../evaluate.ts';

/** Width and height, or their counterparts. Unit: CSS px. */
type Pair = readonly [x: number, y: number];

/** Shows backgrounds that were fixed to the viewport as a person sees them who scrolls. */
export async function showFixedBackgrounds(
  page: CapturePage,
  backgrounds: readonly FixedBackground[],
): Promise<void> {
  if (backgrounds.length === 0) return;
  const { widthPx, heightPx } = page.spec.viewport;
  const placed = backgrounds.map((one) => placeBackground(one, [widthPx, heightPx]));
  const known = placed.filter((one) => one !== undefined);
  await evaluate(page, placeBackgrounds, known);
}

/**
 * Returns the styles with which a background that scrolls with its element looks as it does while it is fixed to a
 * viewport of size `area`. Undefined if the size of one of its images is unknown.
 */
export function placeBackground(
  background: FixedBackground,
  area: Pair,
): PlacedBackground | undefined {
  const { index, image, size, position, leftPx, topPx, borders, naturalSizes } = background;
  const sizes = splitList(size);
  const positions = splitList(position);
  const starts = [leftPx + borders[0], topPx + borders[1]] as const;
  const layers = splitList(image).map((layer, at) => {
    const natural = naturalSizeOf(layer, { area, naturalSizes });
    const shown = natural && shownSize(sizes[at % sizes.length] ?? 'auto', natural, area);
    const [x = '0%', y = '0%'] = splitValues(positions[at % positions.length] ?? '');
    return (
      shown && {
        size: shown,
        place: [
          lengthOf(x, area[0] - shown[0]) - starts[0],
          lengthOf(y, area[1] - shown[1]) - starts[1],
        ] as const,
      }
    );
  });
  const known = layers.filter((layer) => layer !== undefined);
  if (known.length < layers.length) return undefined;
  return [
    index,
    known.map((layer) => inPixels(layer.size)).join(', '),
    known.map(({ place }) => inPixels(place)).join(', '),
  ];
}

/** Returns the size of an image itself. A gradient has none, and takes that of the area. */
function naturalSizeOf(
  image: string,
  { area, naturalSizes }: { readonly area: Pair } & Pick<FixedBackground, 'naturalSizes'>,
): Pair | undefined {
  if (/gradient\(/.test(image) && !image.startsWith('url(')) return area;
  const url = /^url\("([^"]*)"\)$/.exec(image)?.[1];
  return url === undefined ? undefined : naturalSizes[url];
}

function shownSize(size: string, natural: Pair, area: Pair): Pair {
  const shares = [area[0] / natural[0], area[1] / natural[1]] as const;
  if (size === 'cover' || size === 'contain') {
    const share = size === 'cover' ? Math.max(...shares) : Math.min(...shares);
    return [natural[0] * share, natural[1] * share];
  }
  const [x = 'auto', y = 'auto'] = splitValues(size);
  const width = x === 'auto' ? undefined : lengthOf(x, area[0]);
  const height = y === 'auto' ? undefined : lengthOf(y, area[1]);
  if (width !== undefined) return [width, height ?? (width * natural[1]) / natural[0]];
  return height === undefined ? natural : [(height * natural[0]) / natural[1], height];
}

/** Returns a computed length, percentage or sum of both in pixels. */
function lengthOf(value: string, percentOf: number): number {
  let sum = 0;
  for (const [, sign, digits, unit] of value.matchAll(/(-?)\s*([\d.]+)(px|%)/g)) {
    const length = Number(digits) * (unit === '%' ? percentOf / 100 : 1);
    sum += sign === '-' ? -length : length;
  }
  return sum;
}

/** Splits a list at the commas outside of quotes and parentheses, in one pass, because the list comes from a page. */
function splitList(list: string): readonly string[] {
  const parts: string[] = [];
  let start = 0;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < list.length; at += 1) {
    const char = list[at];
    if (char === '\\') at += 1;
    else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && char === '(') depth += 1;
    else if (!isQuoted && char === ')') depth -= 1;
    else if (!isQuoted && char === ',' && depth === 0) {
      parts.push(list.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parts, list.slice(start).trim()];
}

function splitValues(values: string): readonly string[] {
  return values.match(/calc\([^)]*\)|\S+/g) ?? [];
}

function inPixels([x, y]: Pair): string {
  return `${x}px ${y}px`;
}

import { diff } from '@blazediff/core';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { reduceImage } from '../../shared/reduce-image.ts';
import { changedRegions, type ChangedRegion, type Region } from './changed-regions.ts';

/** Two encoded images and the rules of their comparison. */
export interface ImagePair {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** From 0 to 1. */
  readonly threshold: number;
  readonly includesAntialiasing: boolean;
  readonly ignoredRegions: readonly Region[];
  /** True if the image of the difference is needed. */
  readonly needsImage: boolean;
  /** Longest side of that image; undefined: its own. */
  readonly maxSidePx: number | undefined;
}

/** The image of a difference: the later image, pale, with the changed pixels in red. */
export interface DifferenceImage {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Its first row in the whole image. */
  readonly topPx: number;
}

/** Result of a comparison. */
export interface ImageDifference {
  readonly isIdentical: boolean;
  readonly diffPixels: number;
  readonly sizeDiffers: boolean;
  readonly widthPx: number;
  readonly heightPx: number;
  /** From top to bottom. */
  readonly regions: readonly ChangedRegion[];
  readonly image: DifferenceImage | undefined;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels of both images in the area that they cover together: four bytes each, row by row. */
interface Pixels {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Of the area that both images cover together. */
const maxPixels = 2 ** 26;
const opaqueRed = { r: 0xe0, g: 0x10, b: 0x20 } as const;
/** Share of the later image in the image of the difference; the rest is white. */
const paleness = 0.3;
/** Unchanged rows above the first change in a reduced image. */
const marginPx = 100;

/**
 * Compares two images. An area that only one of them covers counts as changed. Needs up to three
 * times the memory of the decoded area. Throws for what is no still image.
 */
export async function compareImages(pair: ImagePair): Promise<ImageDifference> {
  const [before, after] = [open(pair.before), open(pair.after)];
  const sizes = [sizeOf(await before.metadata()), sizeOf(await after.metadata())] as const;
  const [one, other] = sizes;
  const width = Math.max(one.width, other.width);
  const height = Math.max(one.height, other.height);
  if (width * height > maxPixels) throw new Error('The images are larger than a comparison allows');
  const pixels: Pixels = {
    width,
    height,
    before: await decode(before, one, { width, height }),
    after: await decode(after, other, { width, height }),
  };
  const sizeDiffers = one.width !== other.width || one.height !== other.height;
  const isIdentical = !sizeDiffers && Buffer.compare(pixels.before, pixels.after) === 0;
  const changes = isIdentical ? undefined : findChanges(pixels, { ...pair, sizes });
  const regions = changes
    ? changedRegions({ pixels: changes, widthPx: width, heightPx: height })
    : [];
  return {
    isIdentical,
    sizeDiffers,
    diffPixels: regions.reduce((sum, region) => sum + region.pixels, 0),
    widthPx: width,
    heightPx: height,
    regions,
    image: pair.needsImage
      ? await renderDifference(pixels, {
          changes,
          firstRow: regions[0]?.y ?? 0,
          maxSidePx: pair.maxSidePx,
        })
      : undefined,
  };
}

const open = (bytes: Uint8Array): Sharp => sharp(bytes, { limitInputPixels: maxPixels });

function sizeOf({ width, height, pages = 1 }: Metadata): Size {
  if (pages > 1) throw new Error('An animated image cannot be compared');
  return { width, height };
}

/** Returns the pixels of an image, with transparent ones up to the `area`. */
async function decode(image: Sharp, size: Size, area: Size): Promise<Uint8Array> {
  const bytes = await image
    .ensureAlpha()
    .extend({
      right: area.width - size.width,
      bottom: area.height - size.height,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    .raw()
    .toBuffer();
  // A small buffer may be part of another one, at an offset that does not suit whole pixels.
  return bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
}

/** Returns an entry for each pixel, which is not 0 if the pixel changed and is not ignored. */
function findChanges(
  { before, after, width, height }: Pixels,
  {
    threshold,
    includesAntialiasing,
    ignoredRegions,
    sizes,
  }: ImagePair & { readonly sizes: readonly [Size, Size] },
): Uint32Array {
  const changes = new Uint32Array(width * height);
  const output = new Uint8Array(changes.buffer);
  diff(before, after, output, width, height, {
    threshold,
    includeAA: includesAntialiasing,
    diffMask: true,
  });
  const [one, other] = sizes;
  // An area of one image only changed, whatever its colour is.
  for (const region of [...outsideOf([one, other]), ...outsideOf([other, one])]) {
    fillRows(changes, { width, region, value: 1 });
  }
  for (const region of ignoredRegions) {
    fillRows(changes, { width, region: within(region, { width, height }), value: 0 });
  }
  return changes;
}

/** Returns the parts of the second size that the first one does not cover. */
function outsideOf([one, other]: readonly [Size, Size]): Region[] {
  const bottom = { x: 0, y: one.height, width: other.width, height: other.height - one.height };
  const right = {
    x: one.width,
    y: 0,
    width: other.width - one.width,
    height: Math.min(one.height, other.height),
  };
  return [bottom, right].filter(({ width, height }) => width > 0 && height > 0);
}

function within({ x, y, width, height }: Region, area: Size): Region {
  const left = Math.min(x, area.width);
  const top = Math.min(y, area.height);
  return {
    x: left,
    y: top,
    width: Math.min(width, area.width - left),
    height: Math.min(height, area.height - top),
  };
}

function fillRows(
  pixels: Uint32Array,
  { width, region, value }: { width: number; region: Region; value: number },
): void {
  for (let y = region.y; y < region.y + region.height; y += 1) {
    const start = y * width + region.x;
    pixels.fill(value, start, start + region.width);
  }
}

/** Overwrites the pixels of `before` with the image. */
async function renderDifference(
  { before, after, width, height }: Pixels,
  {
    changes,
    firstRow,
    maxSidePx,
  }: {
    readonly changes: Uint32Array | undefined;
    readonly firstRow: number;
    readonly maxSidePx: number | undefined;
  },
): Promise<DifferenceImage> {
  const image = before.subarray(0, width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const isChanged = changes !== undefined && changes[pixel] !== 0;
    const at = pixel * 4;
    const opacity = ((after[at + 3] ?? 0) / 255) * paleness;
    const pale = (value = 0): number => 255 - (255 - value) * opacity;
    image[pixel * 3] = isChanged ? opaqueRed.r : pale(after[at]);
    image[pixel * 3 + 1] = isChanged ? opaqueRed.g : pale(after[at + 1]);
    image[pixel * 3 + 2] = isChanged ? opaqueRed.b : pale(after[at + 2]);
  }
  const raw = sharp(image, { raw: { width, height, channels: 3 }, limitInputPixels: maxPixels });
  if (maxSidePx === undefined) {
    const bytes = await raw.png({ compressionLevel: 6 }).toBuffer();
    return { bytes, contentType: 'image/png', topPx: 0 };
  }
  const topPx = Math.max(0, firstRow - marginPx);
  const part = raw.extract({ left: 0, top: topPx, width, height: height - topPx });
  const reduced = await reduceImage(await part.png({ compressionLevel: 1 }).toBuffer(), maxSidePx);
  return { ...reduced, topPx };
}

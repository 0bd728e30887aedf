import { randomFillSync } from 'node:crypto';
import type { Crop } from '@shotwright/contract';

/** Decoded pixels, row by row. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  /** 3, or 4 with transparency. */
  readonly channels: 3 | 4;
}

/** Side of a block where the region is smaller. Unit: pixels. */
const minBlockPx = 32;
/** Regions up to this height, such as a line of text, have one row of blocks. */
const oneRowPx = 64;
/** Blocks on the shorter side of a larger region. */
const blocks = 6;
/** Largest random change of the brightness of a block. */
const noise = 48;

/** Returns the side of the blocks that replace a region. */
export function blockSideOf({ width, height }: Pick<Crop, 'width' | 'height'>): number {
  const shorter = Math.min(width, height);
  if (shorter <= oneRowPx) return Math.max(minBlockPx, shorter);
  return Math.max(oneRowPx, Math.ceil(shorter / blocks));
}

/**
 * Replaces the pixels of a region by grey blocks: the mean brightness of each with a random change. A
 * block is at least as high as a line of text in a region of that line, and the change is about as large
 * as the difference that other letters make to the mean, so that the text cannot be found by trying
 * texts. Without colours, that of the letters does not tell either. Transparent pixels become opaque, as on
 * white.
 */
export function pixelate(pixels: Pixels, region: Crop): void {
  const side = blockSideOf(region);
  for (let y = region.y; y < region.y + region.height; y += side) {
    const height = Math.min(side, region.y + region.height - y);
    for (let x = region.x; x < region.x + region.width; x += side) {
      const width = Math.min(side, region.x + region.width - x);
      const block = { x, y, width, height };
      fill(pixels, block, changed(brightnessOf(pixels, block)));
    }
  }
}

/** Returns the mean brightness of a block. Source of the weights: ITU-R BT.601. */
function brightnessOf({ data, width, channels }: Pixels, block: Crop): number {
  let sum = 0;
  for (let y = block.y; y < block.y + block.height; y += 1) {
    const end = (y * width + block.x + block.width) * channels;
    for (let at = (y * width + block.x) * channels; at < end; at += channels) {
      const [red, green, blue] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
      const opacity = channels === 4 ? (data[at + 3] ?? 255) / 255 : 1;
      sum += 255 + (0.299 * red + 0.587 * green + 0.114 * blue - 255) * opacity;
    }
  }
  return sum / (block.width * block.height);
}

function changed(brightness: number): number {
  const [random = 0] = randomFillSync(new Int16Array(1));
  return Math.min(255, Math.max(0, Math.round(brightness + (random / 2 ** 15) * noise)));
}

function fill({ data, width, channels }: Pixels, block: Crop, grey: number): void {
  const row = new Uint8Array(block.width * channels).fill(grey);
  if (channels === 4) for (let at = 3; at < row.length; at += 4) row[at] = 255;
  for (let y = block.y; y < block.y + block.height; y += 1)
    data.set(row, (y * width + block.x) * channels);
}

import type { Crop } from '@shotwright/contract';
import sharp from 'sharp';
import { marksSvg, rowsOf, type DrawnMark } from './marks-svg.ts';
import type { Pixels } from './pixelate.ts';

/** Pixels of the marks that are rendered at once, which limits the memory. */
const bandPx = 2 ** 20;
/** An SVG is at most 32,767 pixels high. */
const bandRows = 4_096;

/**
 * Draws marks over the pixels of an area of the image, band by band from top to bottom. Rows without a
 * mark are left out.
 */
export async function drawMarks(
  pixels: Pixels,
  marks: readonly DrawnMark[],
  area: Crop,
): Promise<void> {
  const rows = Math.min(bandRows, Math.max(1, Math.floor(bandPx / area.width)));
  for (let top = 0; top < area.height; top += rows) {
    const band = { ...area, y: area.y + top, height: Math.min(rows, area.height - top) };
    const inBand = marks.filter((mark) => {
      const reach = rowsOf(mark);
      return reach.top < band.y + band.height && reach.bottom > band.y;
    });
    if (inBand.length > 0) blend(pixels, await renderBand(inBand, band), top);
  }
}

/** Returns the marks of a band: four bytes for each of its pixels. */
function renderBand(marks: readonly DrawnMark[], band: Crop): Promise<Uint8Array> {
  return sharp(Buffer.from(marksSvg(marks, band)), { density: 72 })
    .ensureAlpha()
    .raw()
    .toBuffer();
}

/** Puts a rendered band over the pixels from the row `top` on. Source: W3C Compositing, "source over". */
function blend({ data, width, channels }: Pixels, over: Uint8Array, top: number): void {
  let to = top * width * channels;
  for (let from = 0; from < over.length; from += 4, to += channels) {
    const opacity = (over[from + 3] ?? 0) / 255;
    if (opacity === 0) continue;
    const below = (channels === 4 ? (data[to + 3] ?? 0) / 255 : 1) * (1 - opacity);
    const sum = opacity + below;
    for (let channel = 0; channel < 3; channel += 1) {
      const mixed = (over[from + channel] ?? 0) * opacity + (data[to + channel] ?? 0) * below;
      data[to + channel] = Math.round(mixed / sum);
    }
    if (channels === 4) data[to + 3] = Math.round(sum * 255);
  }
}

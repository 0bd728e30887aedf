import { inflateSync } from 'node:zlib';
import { decode } from 'jpeg-js';

/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A decoded image. */
export interface DecodedImage {
  readonly type: 'png' | 'jpeg';
  readonly widthPx: number;
  readonly heightPx: number;
  /** Returns the colour of one pixel, counted from the top left corner. */
  at(x: number, y: number): Rgb;
}

const pngMark = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/**
 * Decodes a JPEG, or a PNG as browsers write it: 8 bits per channel, not interlaced. Throws on
 * anything else.
 */
export function decodeImage(bytes: Buffer): DecodedImage {
  if (bytes.subarray(0, 8).equals(pngMark)) return decodePng(bytes);
  if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xff_d8) return decodeJpeg(bytes);
  throw new Error(`no image but ${bytes.length} bytes: ${bytes.toString('latin1', 0, 80)}`);
}

/** Returns the colour of the top left pixel as six hexadecimal digits. */
export function topLeftColor(bytes: Buffer): string {
  return Buffer.from(decodeImage(bytes).at(0, 0)).toString('hex');
}

function decodeJpeg(bytes: Buffer): DecodedImage {
  const limits = { maxResolutionInMP: 200, maxMemoryUsageInMB: 8_192 };
  const { width, height, data } = decode(bytes, { formatAsRGBA: false, ...limits });
  return createImage('jpeg', {
    widthPx: width,
    heightPx: height,
    data,
    stride: width * 3,
    step: 3,
  });
}

/** Source: PNG (third edition), §5 and §9. */
function decodePng(png: Buffer): DecodedImage {
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= png.length; at += png.readUInt32BE(at) + 12) {
    const isData = png.toString('latin1', at + 4, at + 8) === 'IDAT';
    if (isData) data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const [depth, colorType, , , interlace] = png.subarray(24, 29);
  const step = colorType === 2 ? 3 : 4;
  if (depth !== 8 || interlace !== 0 || (colorType !== 2 && colorType !== 6)) {
    throw new Error(`a PNG of depth ${depth}, colour type ${colorType}, interlace ${interlace}`);
  }
  const widthPx = png.readUInt32BE(16);
  const heightPx = png.readUInt32BE(20);
  const lines = inflateSync(Buffer.concat(data));
  const stride = widthPx * step + 1;
  if (lines.length !== stride * heightPx) throw new Error('a PNG with pixels missing');
  for (let y = 0; y < heightPx; y++) unfilter(lines, { start: y * stride, stride, step });
  return createImage('png', { widthPx, heightPx, data: lines.subarray(1), stride, step });
}

interface Line {
  readonly start: number;
  readonly stride: number;
  readonly step: number;
}

/**
 * Reconstructs the values of a scanline from its differences; the scanline above is already
 * reconstructed.
 */
function unfilter(lines: Buffer, { start, stride, step }: Line): void {
  const filter = lines[start];
  if (filter === 0) return;
  const hasAbove = start > 0;
  for (let i = start + 1; i < start + stride; i++) {
    const left = i - step > start ? (lines[i - step] ?? 0) : 0;
    const up = hasAbove ? (lines[i - stride] ?? 0) : 0;
    const upLeft = hasAbove && i - step > start ? (lines[i - stride - step] ?? 0) : 0;
    lines[i] = (lines[i] ?? 0) + predict(filter, { left, up, upLeft });
  }
}

interface Neighbours {
  readonly left: number;
  readonly up: number;
  readonly upLeft: number;
}

function predict(filter: number | undefined, { left, up, upLeft }: Neighbours): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  // 4, Paeth: the neighbour closest to the estimate from the other two.
  const toLeft = Math.abs(up - upLeft);
  const toUp = Math.abs(left - upLeft);
  const toUpLeft = Math.abs(left + up - 2 * upLeft);
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

interface Raster {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly data: Uint8Array;
  /** Bytes from one line to the next. */
  readonly stride: number;
  /** Bytes from one pixel to the next. */
  readonly step: number;
}

function createImage(type: DecodedImage['type'], raster: Raster): DecodedImage {
  const { widthPx, heightPx, data, stride, step } = raster;
  return {
    type,
    widthPx,
    heightPx,
    at: (x, y) => {
      const at = y * stride + x * step;
      return [data[at] ?? -1, data[at + 1] ?? -1, data[at + 2] ?? -1];
    },
  };
}

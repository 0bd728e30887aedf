import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'jpeg-js';

/** Size of an image in pixels. */
export interface ImageSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Returns a generator of deterministic numbers in [0, 1). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns a photo-like JPEG (gradient, soft blobs, fine noise), always the same for one seed. */
export function jpegImage(size: ImageSize, seed: number): Buffer {
  const data = paint(size, seed);
  return encode({ width: size.widthPx, height: size.heightPx, data }, 80).data;
}

/** Returns the same kind of image as an RGB PNG. */
export function pngImage(size: ImageSize, seed: number): Buffer {
  const rgba = paint(size, seed);
  const stride = size.widthPx * 3 + 1;
  const raw = Buffer.alloc(size.heightPx * stride);
  for (let y = 0; y < size.heightPx; y++) {
    raw[y * stride] = 1; // filter "Sub": each byte as the difference from its left neighbour
    for (let i = 0; i < size.widthPx * 3; i++) {
      const at = (x: number) => rgba[(y * size.widthPx + Math.floor(x / 3)) * 4 + (x % 3)] ?? 0;
      raw[y * stride + 1 + i] = at(i) - (i < 3 ? 0 : at(i - 3));
    }
  }
  return pngOf(size, { format: [8, 2], data: deflateSync(raw) });
}

/** Returns a black PNG with one bit per pixel: a few bytes, however many pixels it has. */
export function flatPng(size: ImageSize): Buffer {
  const stride = Math.ceil(size.widthPx / 8) + 1;
  return pngOf(size, { format: [1, 0], data: deflateSync(Buffer.alloc(size.heightPx * stride)) });
}

/**
 * Wraps compressed scanlines in a PNG; `format`: bits per channel and the colour type, as defined
 * by PNG.
 */
export function pngOf(
  size: ImageSize,
  { format, data }: { readonly format: readonly [number, number]; readonly data: Buffer },
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size.widthPx, 0);
  header.writeUInt32BE(size.heightPx, 4);
  header.set(format, 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

function paint({ widthPx, heightPx }: ImageSize, seed: number): Buffer {
  const random = createRandom(seed);
  const blobs = Array.from({ length: 6 }, () => ({
    x: random() * widthPx,
    y: random() * heightPx,
    radius: 40 + (random() * widthPx) / 3,
    rgb: [random() * 255, random() * 255, random() * 255],
  }));
  const pixels = Buffer.alloc(widthPx * heightPx * 4, 255);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const color = [60 + (120 * x) / widthPx, 60 + (120 * y) / heightPx, 140];
      for (const blob of blobs) {
        const distance = ((x - blob.x) ** 2 + (y - blob.y) ** 2) / blob.radius ** 2;
        if (distance >= 1) continue;
        for (const [i, value] of color.entries()) {
          color[i] = value + ((blob.rgb[i] ?? 0) - value) * (1 - distance) * 0.8;
        }
      }
      const noise = (random() - 0.5) * 14;
      for (const [i, value] of color.entries()) {
        pixels[(y * widthPx + x) * 4 + i] = Math.max(0, Math.min(255, value + noise));
      }
    }
  }
  return pixels;
}

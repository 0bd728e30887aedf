import type { ImageFormat } from '../../capture-spec.ts';

/** Size of an image in device pixels. */
export interface ImageSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Returns the size in the header of an image. Returns undefined if the file is incomplete. */
export function readImageSize(format: ImageFormat, bytes: Buffer): ImageSize | undefined {
  return readers[format](bytes);
}

const readers: Readonly<Record<ImageFormat, (bytes: Buffer) => ImageSize | undefined>> = {
  png: readPngSize,
  jpeg: readJpegSize,
  webp: readWebpSize,
  avif: readAvifSize,
  gif: readGifSize,
};

const pngMark = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngEnd = Buffer.from([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

/**
 * Returns the size in the header of a PNG. Returns undefined if the file is incomplete or not a
 * PNG. Source: PNG §5.2, §11.2.1.
 */
export function readPngSize(bytes: Buffer): ImageSize | undefined {
  const isWhole = bytes.subarray(0, 8).equals(pngMark) && bytes.subarray(-8).equals(pngEnd);
  if (!isWhole) return undefined;
  return { widthPx: bytes.readUInt32BE(16), heightPx: bytes.readUInt32BE(20) };
}

/**
 * Returns the size in the header of a JPEG. Returns undefined if the file is incomplete or not a
 * JPEG. Source: ITU T.81 annex B.
 */
export function readJpegSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return undefined;
  for (let at = 2; at + 9 < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    const isFrameHeader =
      marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrameHeader) {
      return { widthPx: bytes.readUInt16BE(at + 7), heightPx: bytes.readUInt16BE(at + 5) };
    }
  }
  return undefined;
}

/** Returns the size in the header of a WebP. Source: RFC 9649 §2.5 to §2.7. */
function readWebpSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  if (bytes.readUInt32LE(4) + 8 > bytes.length) return undefined;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8 ')
    return {
      widthPx: bytes.readUInt16LE(26) & 0x3fff,
      heightPx: bytes.readUInt16LE(28) & 0x3fff,
    };
  if (kind === 'VP8L') {
    const sizes = bytes.readUInt32LE(21);
    return { widthPx: (sizes & 0x3fff) + 1, heightPx: ((sizes >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== 'VP8X') return undefined;
  return { widthPx: bytes.readUIntLE(24, 3) + 1, heightPx: bytes.readUIntLE(27, 3) + 1 };
}

/** Returns the size in the first `ispe` box of an AVIF. Source: ISO/IEC 23008-12 §6.5.3. */
function readAvifSize(bytes: Buffer): ImageSize | undefined {
  if (bytes.toString('latin1', 4, 12) !== 'ftypavif') return undefined;
  const at = bytes.indexOf('ispe', 0, 'latin1');
  if (at < 0 || at + 16 > bytes.length) return undefined;
  return { widthPx: bytes.readUInt32BE(at + 8), heightPx: bytes.readUInt32BE(at + 12) };
}

/** Returns the size in the header of a GIF. Source: GIF89a §18, §27. */
function readGifSize(bytes: Buffer): ImageSize | undefined {
  const isWhole = bytes.toString('latin1', 0, 4) === 'GIF8' && bytes.at(-1) === 0x3b;
  if (!isWhole || bytes.length < 14) return undefined;
  return { widthPx: bytes.readUInt16LE(6), heightPx: bytes.readUInt16LE(8) };
}

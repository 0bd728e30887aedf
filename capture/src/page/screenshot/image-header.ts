/** Size of an image in device pixels. */
export interface ImageSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

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

/** Image formats accepted in tickets. */
export type ImageKind = 'png' | 'jpeg' | 'webp' | 'gif';

const ascii = (bytes: Buffer, start: number, end: number): string =>
  bytes.toString('latin1', start, end);

/**
 * Returns the format of a file by its first bytes, regardless of its name, or undefined if it is
 * not an accepted one.
 */
export function imageKindOf(bytes: Buffer): ImageKind | undefined {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  return /^GIF8[79]a$/.test(ascii(bytes, 0, 6)) ? 'gif' : undefined;
}

/**
 * True if a PNG is animated: the `acTL` chunk then precedes the first image data. Source: PNG third
 * edition §11.3.6.1.
 */
export function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length;) {
    const type = ascii(bytes, at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
    at += bytes.readUInt32BE(at) + 12;
  }
  return false;
}

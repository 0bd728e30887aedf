/** The kinds of pictures a ticket takes. */
export type PictureKind = 'png' | 'jpeg' | 'webp' | 'gif';

const ascii = (bytes: Buffer, start: number, end: number): string =>
  bytes.toString('latin1', start, end);

/** What a file is by its first bytes, whatever its name says; undefined: none of the kinds we take. */
export function pictureKindOf(bytes: Buffer): PictureKind | undefined {
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(bytes, 0, 3) === '\xff\xd8\xff') return 'jpeg';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  return /^GIF8[79]a$/.test(ascii(bytes, 0, 6)) ? 'gif' : undefined;
}

/** Whether a PNG is animated: it then says so before its first picture data. Source: PNG third edition §11.3.6.1. */
export function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 8 <= bytes.length;) {
    const type = ascii(bytes, at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
    at += bytes.readUInt32BE(at) + 12;
  }
  return false;
}

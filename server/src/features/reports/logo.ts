import sharp from 'sharp';
import type { ReencodeImage } from '../tickets/re-encode-image.ts';

/** Largest logo that a report stores, in pixels; reports show it at half of this or less. */
const maxPx = { width: 800, height: 320 };

/** A logo as stored. */
export interface Logo {
  readonly bytes: Buffer;
  readonly type: 'image/png';
}

/** Encodes an uploaded file as the logo of a report. Throws the errors of {@link ReencodeImage}. */
export type EncodeLogo = (uploaded: Buffer, signal: AbortSignal) => Promise<Logo>;

/** Creates an {@link EncodeLogo} that keeps nothing of the file except its pixels. */
export function createEncodeLogo(reencodeImage: ReencodeImage): EncodeLogo {
  return async (uploaded, signal) => {
    const { bytes } = await reencodeImage(uploaded, signal);
    const logo = await sharp(bytes)
      .resize({ ...maxPx, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer();
    return { bytes: logo, type: 'image/png' };
  };
}

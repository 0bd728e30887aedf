import sharp from 'sharp';
import type { ImageBox, PageImage } from '../document/pdf-pages.ts';

const maxInputPx = 2 ** 28;
const quality = 82;
const mmPerInch = 25.4;
/** Resolution of images on paper; less in long reports, which would become too large. Unit: dpi. */
const resolutions = { few: 180, many: 130 };
const many = 30;
/** Ratio of height to width from which an image is cut to its top, because its text would be lost. */
const maxRatio = 2.5;

/** Returns an image in the size in which a page shows it. */
export async function pageImageOf(
  image: Buffer,
  { box, shots }: { readonly box: ImageBox; readonly shots: number },
): Promise<PageImage> {
  const source = sharp(image, { limitInputPixels: maxInputPx });
  const { width, height } = await source.metadata();
  const isCut = height / width > Math.max(maxRatio, box.height / box.width);
  const top = isCut ? Math.max(1, Math.round((width * box.height) / box.width)) : height;
  const dotsPerMm = resolutions[shots > many ? 'many' : 'few'] / mmPerInch;
  const bytes = await source
    .extract({ left: 0, top: 0, width, height: top })
    .resize({
      width: Math.round(box.width * dotsPerMm),
      height: Math.round(box.height * dotsPerMm),
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality })
    .toBuffer();
  return { source: `data:image/jpeg;base64,${bytes.toString('base64')}`, isCut };
}

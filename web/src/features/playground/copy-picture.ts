import { ownAddress } from '../../lib/own-address.ts';

/** Copies a stored picture; as PNG, for that is what every clipboard takes. Rejects where the browser does not allow it. */
export async function copyPicture(url: string): Promise<void> {
  // Handed over as a promise: Safari only allows it within the click.
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': readAsPng(url) })]);
}

async function readAsPng(url: string): Promise<Blob> {
  const blob = await (await fetch(ownAddress(url))).blob();
  if (blob.type === 'image/png') return blob;
  const bitmap = await createImageBitmap(blob);
  try {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    bitmap.close();
  }
}

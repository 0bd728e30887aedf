import { sameOriginUrl } from '../../lib/api/same-origin-url.ts';

/**
 * Copies a stored image as PNG, because every clipboard accepts that format. Rejects if the browser
 * denies access.
 */
export async function copyImage(url: string): Promise<void> {
  // Passed as a promise because Safari allows the write only during the click.
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': readAsPng(url) })]);
}

async function readAsPng(url: string): Promise<Blob> {
  const blob = await (await fetch(sameOriginUrl(url))).blob();
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

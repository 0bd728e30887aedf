import type { StoredFile } from '@shotwright/contract';
import { whyNoImage, writeClipboard } from '../../lib/clipboard.ts';
import { fileMessages as messages, previewMessages } from '../../lib/messages/files.ts';
import { sameOriginUrl } from '../../lib/api/same-origin-url.ts';
import { toasts } from '../../lib/toasts.ts';

/** Copies text and shows a toast with the result. */
export async function copyText(
  text: string,
  told: { done: string; detail?: string; refused: string },
): Promise<void> {
  try {
    await writeClipboard(text);
    toasts.success({ title: told.done, description: told.detail });
  } catch {
    toasts.error({ title: 'Error', description: told.refused });
  }
}

/** Copies the absolute URL of a file's image. */
export function copyLink(file: StoredFile): Promise<void> {
  const address = new URL(file.screenshotUrl ?? '', location.origin).href;
  return copyText(address, { done: messages.urlCopied, refused: messages.urlCopyFailed });
}

/** Copies the image as PNG, the only format that every clipboard accepts. */
export async function copyImage(address: string): Promise<void> {
  try {
    const image = asPng(address);
    // The promise is passed unawaited because some browsers allow the write only during the click.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })]);
    toasts.success({ title: previewMessages.imageCopied });
  } catch {
    toasts.error({ title: 'Error', description: whyNoImage(previewMessages.imageCopyFailed) });
  }
}

async function asPng(address: string): Promise<Blob> {
  const response = await fetch(sameOriginUrl(address), { signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error('the picture is gone');
  const blob = await response.blob();
  if (blob.type === 'image/png') return blob;
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}

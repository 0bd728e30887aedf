import { sameOriginUrl } from './api/same-origin-url.ts';
import { writeClipboard } from './clipboard.ts';
import { clipboardMessages as messages } from './messages/clipboard.ts';
import { toasts } from './toasts.ts';

/** Maximum time to load an image that is copied. Units: ms. */
const imageTimeoutMs = 30_000;

/** Copies text and shows a toast with the result. */
export async function copyText(
  text: string,
  texts: { done: string; detail?: string; failed: string },
): Promise<void> {
  try {
    await writeClipboard(text);
    toasts.success({ title: texts.done, description: texts.detail });
  } catch {
    toasts.error({ title: 'Error', description: texts.failed });
  }
}

/** Copies a URL in its absolute form and shows a toast with the result. */
export function copyUrl(url: string): Promise<void> {
  const texts = { done: messages.urlCopied, failed: messages.urlCopyFailed };
  return copyText(new URL(url, location.origin).href, texts);
}

/**
 * Copies a stored image as PNG, the only format that every clipboard accepts, and shows a toast
 * with the result.
 */
export async function copyImage(url: string): Promise<void> {
  try {
    // The promise is passed unawaited because some browsers allow the write only during the click.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': readAsPng(url) })]);
    toasts.success({ title: messages.imageCopied });
  } catch {
    const description = window.isSecureContext
      ? messages.imageCopyFailed
      : messages.imageCopyNeedsHttps;
    toasts.error({ title: 'Error', description });
  }
}

async function readAsPng(url: string): Promise<Blob> {
  const response = await fetch(sameOriginUrl(url), { signal: AbortSignal.timeout(imageTimeoutMs) });
  if (!response.ok) throw new Error(`the image could not be loaded: ${String(response.status)}`);
  const blob = await response.blob();
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

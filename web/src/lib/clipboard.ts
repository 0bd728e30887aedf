import { commonMessages } from './messages/common.ts';
import { trust } from './trust.ts';

/**
 * Puts text on the clipboard, within the click that asked for it. Browsers give `navigator.clipboard` only to pages on https
 * and localhost; elsewhere the older copy command does it. Rejects where the browser allows neither.
 */
export async function writeClipboard(text: string): Promise<void> {
  const { clipboard } = trust<{ clipboard?: Clipboard }>(navigator);
  if (clipboard !== undefined) return clipboard.writeText(text);
  if (!runCopyCommand(text)) throw new Error('the browser refused to copy');
}

/** Why an image was not copied: `usual`, except where the page's address is the reason. */
export function whyNoImage(usual: string): string {
  return window.isSecureContext ? usual : commonMessages.imageCopyNeedsHttps;
}

/** Selects the text where it stands outside of the view, because the command copies a selection; then restores the old one. */
function runCopyCommand(text: string): boolean {
  const selection = window.getSelection();
  if (selection === null) return false;
  const before = Array.from({ length: selection.rangeCount }, (_, at) => selection.getRangeAt(at));
  const source = document.createElement('span');
  source.textContent = text;
  source.ariaHidden = 'true';
  source.style.cssText = 'position:fixed;top:0;opacity:0;white-space:pre;user-select:text';
  // An open modal makes everything outside of it inert, and inert text cannot be selected.
  (document.activeElement?.closest('[role="dialog"]') ?? document.body).append(source);
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('copy', onCopy, { capture: true });
  try {
    selection.selectAllChildren(source);
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', onCopy, { capture: true });
    source.remove();
    selection.removeAllRanges();
    for (const range of before) selection.addRange(range);
  }
}

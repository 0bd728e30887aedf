import { unsafeCast } from './unsafe-cast.ts';

/**
 * Writes text to the clipboard during the click that requested it. Browsers provide
 * `navigator.clipboard` only on https and localhost; other pages use the older copy command.
 * Rejects if the browser allows neither.
 */
export async function writeClipboard(text: string): Promise<void> {
  const { clipboard } = unsafeCast<{ clipboard?: Clipboard }>(navigator);
  if (clipboard !== undefined) return clipboard.writeText(text);
  if (!runCopyCommand(text)) throw new Error('the browser refused to copy');
}

/**
 * Selects the text in an off-screen element, because the command copies a selection; then restores
 * the previous one.
 */
function runCopyCommand(text: string): boolean {
  const selection = window.getSelection();
  if (selection === null) return false;
  const before = Array.from({ length: selection.rangeCount }, (_, at) => selection.getRangeAt(at));
  const source = document.createElement('span');
  source.textContent = text;
  source.ariaHidden = 'true';
  source.style.cssText = 'position:fixed;top:0;opacity:0;white-space:pre;user-select:text';
  // An open modal makes all elements outside it inert, and inert text cannot be selected.
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

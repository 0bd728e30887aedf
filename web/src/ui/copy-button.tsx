import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { writeClipboard } from '../lib/clipboard.ts';
import { cn } from '../lib/cn.ts';
import { commonMessages as messages } from '../lib/messages/common.ts';
import { toasts } from '../lib/toasts.ts';

/** Duration of the check mark. Units: ms. */
const shownMs = 2_000;

/**
 * Copies `text`; if the clipboard is unavailable, selects the text of `source` and shows a message.
 */
export function CopyButton(props: {
  text: string;
  label: string;
  className?: string;
  onCopied?: () => void;
  /** Message shown if copying fails. */
  failedText?: string;
}) {
  const [isCopied, setCopied] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const fallback = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  useEffect(() => {
    if (hasFailed && fallback.current) window.getSelection()?.selectAllChildren(fallback.current);
  }, [hasFailed]);

  const copy = async () => {
    setFailed(false);
    try {
      await writeClipboard(props.text);
      setCopied(true);
      props.onCopied?.();
    } catch {
      setFailed(true);
      toasts.error({ title: 'Error', description: props.failedText ?? messages.copyFailed });
    }
  };

  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        aria-label={props.label}
        onClick={() => void copy()}
        className={cn(
          'inline-grid size-6 shrink-0 place-items-center rounded-[4px] text-muted hover:bg-grey-wash hover:text-ink pointer-coarse:size-11',
          isCopied && 'text-green hover:text-green',
          props.className,
        )}
      >
        <Icon aria-hidden="true" className="size-3.5" />
      </button>
      {/* Rendered only when needed, because the text may be a secret that the page masks. */}
      <span ref={fallback} aria-hidden="true" className="sr-only select-all">
        {hasFailed && props.text}
      </span>
      <output className="sr-only">{isCopied && messages.copied}</output>
    </>
  );
}

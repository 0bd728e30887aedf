import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cn } from '../lib/cn.ts';
import { commonMessages as words } from '../lib/messages/common.ts';
import { toasts } from '../lib/toasts.ts';

/** How long the check mark stands. Units: ms. */
const shownMs = 2_000;

/** Copies `text`; where the clipboard is refused, selects the text of `source` and says so. */
export function CopyButton(props: {
  text: string;
  label: string;
  className?: string;
  onCopied?: () => void;
  /** What to say where copying is refused. */
  refusedText?: string;
}) {
  const [isCopied, setCopied] = useState(false);
  const fallback = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text);
      setCopied(true);
      props.onCopied?.();
    } catch {
      if (fallback.current) window.getSelection()?.selectAllChildren(fallback.current);
      toasts.error({ title: 'Error', description: props.refusedText ?? words.copyRefused });
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
          'inline-grid size-6 place-items-center rounded-[4px] text-muted hover:bg-grey-wash hover:text-ink pointer-coarse:size-11',
          isCopied && 'text-green hover:text-green',
          props.className,
        )}
      >
        <Icon aria-hidden="true" className="size-3.5" />
      </button>
      <span ref={fallback} aria-hidden="true" className="sr-only select-all">
        {props.text}
      </span>
      <output className="sr-only">{isCopied && words.copied}</output>
    </>
  );
}

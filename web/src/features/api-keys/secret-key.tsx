import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { maskKey } from '../../lib/format/format.ts';
import { apiKeyMessages as messages } from '../../lib/messages/api-keys.ts';
import { toasts } from '../../lib/toasts.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

/** Masked key that can be revealed, or copied without revealing it. */
export function SecretKey({ name, text }: { name: string; text: string }) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <span className="flex items-center gap-1">
      {isShown ? (
        <code className="w-46 font-mono text-[11px] leading-4 break-all">{text}</code>
      ) : (
        <span
          className="w-46 text-[11px] tracking-[-0.14em] whitespace-nowrap text-muted"
          aria-hidden="true"
        >
          {maskKey(text)}
        </span>
      )}
      <button
        type="button"
        aria-label={isShown ? messages.hide(name) : messages.reveal(name)}
        onClick={() => setShown(!isShown)}
        className="inline-grid size-6 shrink-0 place-items-center rounded-[4px] text-muted hover:bg-grey-wash hover:text-ink pointer-coarse:size-11"
      >
        <Icon aria-hidden="true" className="size-3.5" />
      </button>
      <CopyButton
        text={text}
        label={messages.copy(name)}
        className="shrink-0"
        onCopied={() => toasts.success({ title: messages.copied })}
      />
    </span>
  );
}

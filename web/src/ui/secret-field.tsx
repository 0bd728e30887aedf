import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { maskKey } from '../lib/format/format.ts';
import { toasts } from '../lib/toasts.ts';
import { CopyButton } from './copy-button.tsx';
import { IconButton } from './icon-button.tsx';

/** Secret that is masked until it is revealed; it can be copied without that. */
export function SecretField({
  text,
  labels,
}: {
  text: string;
  labels: {
    readonly reveal: string;
    readonly hide: string;
    readonly copySecret: string;
    readonly secretCopied: string;
  };
}) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="flex min-h-10 items-center gap-1 rounded-control border border-control bg-sunk py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 font-mono text-table break-all">
        {isShown ? (
          text
        ) : (
          <span aria-hidden="true" className="block overflow-hidden whitespace-nowrap text-muted">
            {maskKey(text)}
          </span>
        )}
      </code>
      <IconButton
        label={isShown ? labels.hide : labels.reveal}
        className="shrink-0"
        onClick={() => setShown(!isShown)}
      >
        <Icon aria-hidden="true" />
      </IconButton>
      <CopyButton
        text={text}
        label={labels.copySecret}
        className="size-8 shrink-0"
        onCopied={() => toasts.success({ title: labels.secretCopied })}
      />
    </div>
  );
}

import { apiKeyMessages as messages } from '../../lib/messages/api-keys.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

/** Command in monospace with a copy button; `shown` may mask parts of `copied`. */
export function CommandBlock(props: { shown: string; copied: string; onCopied?: () => void }) {
  return (
    <div className="relative min-w-0 rounded-control border border-line bg-sunk">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll a long line
        tabIndex={0}
        className="overflow-x-auto rounded-control py-3 pr-12 pl-4 font-mono text-label leading-5"
      >
        <code>{props.shown}</code>
      </pre>
      <CopyButton
        text={props.copied}
        label={messages.copyCommand}
        {...(props.onCopied && { onCopied: props.onCopied })}
        className="absolute top-2 right-2 size-8 border border-control bg-card"
      />
    </div>
  );
}

import { apiKeyMessages as words } from '../../lib/messages/api-keys.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

/** A command in mono with its copy button. What is shown may hide what is copied. */
export function CommandBlock(props: { shown: string; copied: string; onCopied?: () => void }) {
  return (
    <div className="relative min-w-0 rounded-control border border-line bg-sunk">
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long line is scrolled by the keyboard
        tabIndex={0}
        className="overflow-x-auto rounded-control py-3 pr-12 pl-4 font-mono text-label leading-5"
      >
        <code>{props.shown}</code>
      </pre>
      <CopyButton
        text={props.copied}
        label={words.copyCommand}
        {...(props.onCopied && { onCopied: props.onCopied })}
        className="absolute top-2 right-2 size-8 border border-control bg-card"
      />
    </div>
  );
}

import { cn } from '../../lib/cn.ts';
import { CopyButton } from '../../ui/copy-button.tsx';

/**
 * Text in monospace with a copy button. `shown`: formatted variant for display; `isFolded`: long
 * lines wrap.
 */
export function CodeBlock(props: {
  label: string;
  copyLabel: string;
  text: string;
  shown?: string;
  isFolded?: boolean;
  className?: string;
}) {
  return (
    <div className="relative min-w-0 rounded-control border border-line bg-sunk">
      <pre
        aria-label={props.label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll a long text
        tabIndex={0}
        className={cn(
          'overflow-auto overscroll-contain rounded-control py-3 pr-12 pl-4 font-mono text-label leading-5 pointer-coarse:min-h-15 pointer-coarse:pr-15',
          props.isFolded === true && 'whitespace-pre-wrap [overflow-wrap:anywhere]',
          props.className,
        )}
      >
        <code>{props.shown ?? props.text}</code>
      </pre>
      <CopyButton
        text={props.text}
        label={props.copyLabel}
        className="absolute top-2 right-2 size-8 border border-control bg-card"
      />
    </div>
  );
}

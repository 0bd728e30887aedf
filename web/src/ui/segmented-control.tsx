import { useId, type ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

/** Choice between a few options side by side, implemented as radio buttons. */
export function SegmentedControl<V extends string>(props: {
  label: string;
  isLabelHidden?: boolean;
  /** Each option is as wide as its label instead of all equally wide. */
  isFitted?: boolean;
  /** Two options a row where the screen is narrow. */
  isStacked?: boolean;
  value: V;
  options: readonly { readonly value: V; readonly label: string; readonly badge?: ReactNode }[];
  onValueChange: (value: V) => void;
}) {
  const name = useId();
  return (
    <fieldset className="grid min-w-0 content-start gap-1.5">
      <legend
        className={props.isLabelHidden === true ? 'sr-only' : 'mb-1.5 text-table font-medium'}
      >
        {props.label}
      </legend>
      <div
        className={cn(
          'grid grid-flow-col gap-1 rounded-control border border-control bg-sunk p-1 shadow-sheet',
          props.isFitted === true ? 'w-fit' : 'auto-cols-fr',
          props.isStacked === true &&
            'max-sm:w-full max-sm:grid-flow-row max-sm:grid-cols-2 max-sm:[&>:last-child:nth-child(odd)]:col-span-2',
        )}
      >
        {props.options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-7.5 min-w-0 cursor-pointer items-center justify-center gap-1.5 rounded-[4px] px-2 font-medium whitespace-nowrap text-muted transition-colors hover:text-ink has-checked:bg-card has-checked:text-ink has-checked:shadow-sheet has-focus-visible:outline-2 has-focus-visible:outline-cobalt pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === props.value}
              onChange={() => props.onValueChange(option.value)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {option.label}
            {/* The space separates the two words for screen readers. */}
            {option.badge && <> {option.badge}</>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

import { cn } from '../lib/cn.ts';
import { commonMessages } from '../lib/messages/common.ts';
import { Viewfinder } from './viewfinder.tsx';

/** Small spinner for buttons; hidden from screen readers. */
export function Spinner(props: { className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={cn('size-4 animate-spin', props.className)}
    >
      <circle
        cx="8"
        cy="8"
        r="6.5"
        fill="none"
        stroke="currentColor"
        strokeOpacity="0.25"
        strokeWidth="2"
      />
      <path d="M8 1.5A6.5 6.5 0 0 1 14.5 8" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}

/** Full-page spinner while required data loads; shown after 150 ms. */
export function PageSpinner() {
  return (
    <output className="reveal-late grid min-h-[60vh] place-items-center text-muted">
      <Viewfinder className="breathe p-5">
        <Spinner className="size-5" />
      </Viewfinder>
      <span className="sr-only">{commonMessages.loading}</span>
    </output>
  );
}

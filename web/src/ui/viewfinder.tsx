import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

const corners = [
  'top-0 left-0 border-t-2 border-l-2',
  'top-0 right-0 border-t-2 border-r-2',
  'bottom-0 right-0 border-b-2 border-r-2',
  'bottom-0 left-0 border-b-2 border-l-2',
];

/** Four viewfinder corners around the content, part of the brand. */
export function Viewfinder(props: {
  children?: ReactNode;
  className?: string;
  cornerClassName?: string;
}) {
  return (
    <div className={cn('relative', props.className)}>
      {corners.map((position) => (
        <span
          key={position}
          aria-hidden="true"
          className={cn(
            'pointer-events-none absolute size-3.5 border-ink',
            position,
            props.cornerClassName,
          )}
        />
      ))}
      {props.children}
    </div>
  );
}

/** Product logo: a viewfinder around a point. */
export function Logo(props: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cn('size-6', props.className)}>
      <path
        d="M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.25"
        strokeLinecap="square"
      />
      <circle cx="12" cy="12" r="2.75" fill="currentColor" />
    </svg>
  );
}

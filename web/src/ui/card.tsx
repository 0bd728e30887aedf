import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

/** Card surface. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={cn('rounded-card border border-line bg-card shadow-sheet', className)}
    />
  );
}

/** Heading row of a card or section: title on the left, actions on the right. */
export function SectionHeading(props: {
  title: ReactNode;
  id?: string;
  detail?: ReactNode;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <div
      className={cn(
        'flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2',
        props.className,
      )}
    >
      <div className="flex items-baseline gap-2.5">
        <h2 id={props.id} tabIndex={-1} className="text-lead font-semibold outline-none">
          {props.title}
        </h2>
        {props.detail}
      </div>
      {props.children}
    </div>
  );
}

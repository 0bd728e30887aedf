import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { cn } from '../lib/cn.ts';

const badgeClasses = cva(
  'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-label font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        green: 'bg-green-wash text-green',
        amber: 'bg-amber-wash text-amber',
        red: 'bg-red-wash text-red',
        blue: 'bg-blue-wash text-blue',
        grey: 'bg-grey-wash text-grey',
      },
    },
    defaultVariants: { tone: 'grey' },
  },
);

/** Colour of a badge. */
export type Tone = NonNullable<VariantProps<typeof badgeClasses>['tone']>;

/** Badge with a status label and colour. */
export function Badge(props: { tone?: Tone; className?: string; children: ReactNode }) {
  return (
    <span className={cn(badgeClasses({ tone: props.tone }), props.className)}>
      {props.children}
    </span>
  );
}

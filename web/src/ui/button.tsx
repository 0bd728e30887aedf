import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { cn } from '../lib/cn.ts';
import { commonMessages } from '../lib/messages/common.ts';
import { Spinner } from './spinner.tsx';

const variants = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-control border border-transparent text-body font-medium whitespace-nowrap select-none transition-[background-color,border-color,color,box-shadow] disabled:pointer-events-none disabled:opacity-45 aria-disabled:opacity-45 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        default: 'bg-ink text-white shadow-sheet hover:bg-ink-hover active:bg-ink',
        destructive: 'bg-red text-white shadow-sheet hover:bg-red-hover active:bg-red',
        outline:
          'border-control bg-card text-ink shadow-sheet hover:border-faint hover:bg-paper active:bg-sunk',
        secondary: 'bg-grey-wash text-ink hover:bg-line',
        ghost: 'text-ink hover:bg-grey-wash active:bg-line',
        link: 'h-auto! min-h-6 px-0! pointer-coarse:min-h-11 text-cobalt underline decoration-cobalt/35 underline-offset-4 hover:text-cobalt-hover hover:decoration-current',
      },
      size: {
        default: 'h-9 px-4 pointer-coarse:h-11 pointer-coarse:min-w-11',
        sm: 'h-8 px-3 text-table pointer-coarse:h-11 pointer-coarse:min-w-11',
        lg: 'h-10 px-5 pointer-coarse:h-11',
        icon: 'size-9 pointer-coarse:size-11',
      },
    },
    defaultVariants: { variant: 'default', size: 'default' },
  },
);

type Look = VariantProps<typeof variants>;

/** Classes of a row of buttons, which fill the width of a phone and are never narrower than their texts. */
export const buttonRowClasses = 'flex flex-wrap gap-2 max-sm:[&>*]:min-w-max! max-sm:[&>*]:flex-1';

/** Returns the classes of a button. Variants and sizes: specification §9. */
export function buttonClasses(look: Look): string {
  // Merged, so that a variant's border replaces the transparent one; otherwise the style sheet
  // order would decide.
  return cn(variants(look));
}

/** Button with `type="button"` by default. */
export function Button({ variant, size, className, ...rest }: ComponentProps<'button'> & Look) {
  return (
    <button type="button" {...rest} className={cn(buttonClasses({ variant, size }), className)} />
  );
}

/**
 * Button that is disabled and shows a loading text (`Loading...` by default) while its work runs.
 */
export function LoadingButton({
  isLoading,
  loadingText = commonMessages.loadingButton,
  children,
  disabled,
  ...rest
}: ComponentProps<typeof Button> & { isLoading: boolean; loadingText?: string }) {
  return (
    <Button {...rest} disabled={disabled === true || isLoading} aria-busy={isLoading}>
      {isLoading ? (
        <>
          <Spinner />
          {loadingText}
        </>
      ) : (
        children
      )}
    </Button>
  );
}

/** Link inside the dashboard that looks like a button. */
export function ButtonLink({
  variant,
  size,
  className,
  ...rest
}: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={cn(buttonClasses({ variant, size }), className)} />;
}

/** Link to another site: opens a new tab without an opener and is labelled accordingly. */
export function ExternalLink({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="sr-only"> ({commonMessages.newTab})</span>
    </a>
  );
}

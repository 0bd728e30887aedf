import { Ellipsis } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '../lib/cn.ts';
import { Button } from './button.tsx';
import { Menu } from './menu.tsx';
import type { MenuItem } from './menu-popup.tsx';
import { Tooltip } from './tooltip.tsx';

/** Small icon button of a row; its name is shown on hover and read by screen readers. */
export function IconButton({
  label,
  isDestructive,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { label: string; isDestructive?: boolean; children: ReactNode }) {
  return (
    <Tooltip text={label}>
      <Button
        {...rest}
        variant="ghost"
        size="icon"
        aria-label={label}
        className={cn(
          'size-8 text-muted',
          isDestructive === true ? 'hover:text-red' : 'hover:text-ink',
          className,
        )}
      >
        {children}
      </Button>
    </Tooltip>
  );
}

const dots = <Ellipsis aria-hidden="true" />;

/** Menu of further row actions behind `⋯`. `subject`: as in {@link Menu}. */
export function RowMenu(props: { label: string; items: readonly MenuItem[]; subject?: string }) {
  return (
    <Menu
      items={props.items}
      subject={props.subject}
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-label={props.label}
          className="size-8 text-muted hover:text-ink data-popup-open:bg-grey-wash"
        >
          {dots}
        </Button>
      }
    />
  );
}

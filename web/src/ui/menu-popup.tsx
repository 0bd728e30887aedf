import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { commonMessages } from '../lib/messages/common.ts';
import { optionListClasses } from './option-list.ts';

/** Menu item: an action, a page of the app, or a URL that opens in a new tab. */
export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect?: () => void;
  readonly href?: string;
  readonly to?: string;
}

/** Menu popup next to the button that opened it; the focus returns to the button on close. */
export function MenuPopup(props: {
  anchor: HTMLElement;
  isByKey: boolean;
  items: readonly MenuItem[];
  side: 'top' | 'right' | 'bottom';
  onClose: () => void;
}) {
  const { anchor, isByKey } = props;
  return (
    <Base.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side={props.side}
          align="start"
          sideOffset={6}
          className={optionListClasses.positioner}
        >
          <Base.Popup
            finalFocus={() => anchor}
            aria-label={anchor.getAttribute('aria-label') ?? undefined}
            onFocus={(event) => {
              if (isByKey && event.target === event.currentTarget) focusFirst(event.target);
            }}
            className={`${optionListClasses.popup} min-w-56`}
          >
            {props.items.map((item) => (
              <Line key={item.label} item={item} />
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function focusFirst(popup: Element): void {
  popup.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
}

function Line({ item }: { item: MenuItem }) {
  const content = (
    <span className="flex items-center gap-2.5 [&_svg]:size-4 [&_svg]:text-muted">
      {item.icon}
      {item.label}
    </span>
  );
  if (item.to !== undefined) {
    return (
      <Base.LinkItem
        closeOnClick
        render={<Link to={item.to} />}
        className={optionListClasses.option}
      >
        {content}
      </Base.LinkItem>
    );
  }
  if (item.href === undefined) {
    return (
      <Base.Item onClick={item.onSelect} className={optionListClasses.option}>
        {content}
      </Base.Item>
    );
  }
  return (
    <Base.LinkItem
      href={item.href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${item.label} (${commonMessages.newTab})`}
      className={optionListClasses.option}
    >
      {content}
    </Base.LinkItem>
  );
}

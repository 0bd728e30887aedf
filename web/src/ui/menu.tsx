import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement, ReactNode } from 'react';
import { commonMessages } from '../lib/messages/common.ts';
import { optionListClasses } from './option-list.ts';

/** One line of a menu: something to do, or an address that opens in a new tab. */
export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect?: () => void;
  readonly href?: string;
}

/** A button that opens a menu. */
export function Menu(props: {
  trigger: ReactElement;
  items: readonly MenuItem[];
  side?: 'top' | 'right' | 'bottom';
}) {
  return (
    <Base.Root>
      <Base.Trigger render={props.trigger} />
      <Base.Portal>
        <Base.Positioner
          side={props.side ?? 'bottom'}
          align="start"
          sideOffset={6}
          className={optionListClasses.positioner}
        >
          <Base.Popup className={`${optionListClasses.popup} min-w-56`}>
            {props.items.map((item) =>
              item.href === undefined ? (
                <Base.Item
                  key={item.label}
                  onClick={item.onSelect}
                  className={optionListClasses.option}
                >
                  <MenuLine item={item} />
                </Base.Item>
              ) : (
                <Base.LinkItem
                  key={item.label}
                  href={item.href}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`${item.label} (${commonMessages.newTab})`}
                  className={optionListClasses.option}
                >
                  <MenuLine item={item} />
                </Base.LinkItem>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function MenuLine({ item }: { item: MenuItem }) {
  return (
    <span className="flex items-center gap-2.5 [&_svg]:size-4 [&_svg]:text-muted">
      {item.icon}
      {item.label}
    </span>
  );
}

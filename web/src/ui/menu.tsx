import { lazy, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { withHandlers } from './with-handlers.ts';

/** One line of a menu: something to do, a page of the app, or an address that opens in a new tab. */
export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect?: () => void;
  readonly href?: string;
  readonly to?: string;
}

const load = () => import('./menu-popup.tsx');
const approach = () => void load();
const MenuPopup = lazy(async () => ({ default: (await load()).MenuPopup }));

/** Where an open menu stands; by keyboard its first line is marked at once. */
interface Opening {
  readonly anchor: HTMLElement;
  readonly isByKey: boolean;
}

/** A button that opens a menu. The menu's code is loaded when the button is approached. */
export function Menu(props: {
  trigger: ReactElement;
  items: readonly MenuItem[];
  side?: 'top' | 'right' | 'bottom';
  /** What its lines act on. An open menu closes when that changes: it must not come to act on another. */
  subject?: string | undefined;
}) {
  const [opening, setOpening] = useState<Opening | null>(null);
  const [subject, setSubject] = useState(props.subject);
  if (subject !== props.subject) {
    setSubject(props.subject);
    setOpening(null);
  }
  const trigger = withHandlers(
    props.trigger,
    {
      onPointerEnter: approach,
      onFocus: approach,
      onClick: (event: React.MouseEvent<HTMLElement>) =>
        setOpening({ anchor: event.currentTarget, isByKey: event.detail === 0 }),
      onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
        event.preventDefault();
        setOpening({ anchor: event.currentTarget, isByKey: true });
      },
    },
    {
      'aria-haspopup': 'menu',
      'aria-expanded': opening !== null,
      'data-popup-open': opening === null ? undefined : '',
    },
  );
  return (
    <>
      {trigger}
      {opening !== null && (
        <Suspense>
          <MenuPopup
            {...opening}
            items={props.items}
            side={props.side ?? 'bottom'}
            onClose={() => setOpening(null)}
          />
        </Suspense>
      )}
    </>
  );
}

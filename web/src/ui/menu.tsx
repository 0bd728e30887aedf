import { lazy, Suspense, useState, type ReactElement } from 'react';
import type { MenuItem } from './menu-popup.tsx';
import { mergeProps } from './merge-props.ts';

const load = () => import('./menu-popup.tsx');
const approach = () => void load();
const MenuPopup = lazy(async () => ({ default: (await load()).MenuPopup }));

/** Anchor of an open menu; if opened by keyboard, its first item is highlighted. */
interface Opening {
  readonly anchor: HTMLElement;
  readonly isByKey: boolean;
}

/** Button that opens a menu. The menu's code is loaded on hover or focus. */
export function Menu(props: {
  trigger: ReactElement;
  items: readonly MenuItem[];
  side?: 'top' | 'right' | 'bottom';
  /**
   * Identifier of the object that the items act on. An open menu closes when it changes, so that it
   * cannot act on another object.
   */
  subject?: string | undefined;
}) {
  const [opening, setOpening] = useState<Opening | null>(null);
  const [subject, setSubject] = useState(props.subject);
  if (subject !== props.subject) {
    setSubject(props.subject);
    setOpening(null);
  }
  const trigger = mergeProps(
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

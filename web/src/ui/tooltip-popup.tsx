import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';

/** Tooltip popup next to its element. */
export function TooltipPopup(props: {
  anchor: HTMLElement;
  side: 'top' | 'right' | 'bottom' | 'left';
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  children: ReactNode;
}) {
  return (
    <Base.Root open>
      <Base.Portal>
        <Base.Positioner anchor={props.anchor} side={props.side} sideOffset={6} className="z-50">
          <Base.Popup
            onPointerEnter={props.onPointerEnter}
            onPointerLeave={props.onPointerLeave}
            className="max-w-72 rounded-control bg-ink px-2.5 py-1.5 text-label text-white shadow-raised transition-opacity data-starting-style:opacity-0"
          >
            {props.children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

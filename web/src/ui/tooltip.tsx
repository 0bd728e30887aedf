import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

/** How long the pointer rests before a tooltip shows. Units: ms. Source: specification §9. */
export const tooltipDelayMs = 700;

/** Stands once around the app; the next tooltip of a group shows at once. */
export function TooltipProvider(props: { children: ReactNode }) {
  return <Base.Provider delay={tooltipDelayMs}>{props.children}</Base.Provider>;
}

/** Words for what `children` (one element that can take focus) does. */
export function Tooltip(props: {
  text: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  isDisabled?: boolean;
  children: ReactElement;
}) {
  return (
    <Base.Root disabled={props.isDisabled === true}>
      <Base.Trigger render={props.children} />
      <Base.Portal>
        <Base.Positioner side={props.side ?? 'top'} sideOffset={6} className="z-50">
          <Base.Popup className="max-w-72 rounded-control bg-ink px-2.5 py-1.5 text-label text-white shadow-raised transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {props.text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import { mergeProps } from './merge-props.ts';

/** Hover time before a tooltip is shown. Units: ms. Source: specification §9. */
export const tooltipDelayMs = 700;
/**
 * Maximum time for the pointer to move from the element to its tooltip, or to the next one. Units:
 * ms.
 */
const crossingMs = 100;
const nextMs = 400;

const TooltipPopup = lazy(async () => ({
  default: (await import('./tooltip-popup.tsx')).TooltipPopup,
}));

let lastShownAt = 0;

/** Tooltip of `children` (one focusable element). The popup's code is loaded with the first one. */
export function Tooltip(props: {
  text: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  isDisabled?: boolean;
  children: ReactElement;
}) {
  const { anchor, later, now } = useAnchor();
  const isDisabled = props.isDisabled === true;
  const trigger = mergeProps(props.children, {
    onPointerEnter: (event: React.PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'touch' || isDisabled) return;
      const isNext = Date.now() - lastShownAt < nextMs;
      later(event.currentTarget, isNext ? 0 : tooltipDelayMs);
    },
    onPointerLeave: () => later(null, crossingMs),
    onPointerDown: () => now(null),
    onFocus: (event: React.FocusEvent<HTMLElement>) => {
      if (!isDisabled && event.currentTarget.matches(':focus-visible')) now(event.currentTarget);
    },
    onBlur: () => now(null),
  });
  return (
    <>
      {trigger}
      {anchor !== null && !isDisabled && (
        <Suspense>
          <TooltipPopup
            anchor={anchor}
            side={props.side ?? 'top'}
            onPointerEnter={() => later(anchor, 0)}
            onPointerLeave={() => later(null, crossingMs)}
          >
            {props.text}
          </TooltipPopup>
        </Suspense>
      )}
    </>
  );
}

/** Returns the element of the open tooltip, set immediately or after a delay; Escape closes it. */
function useAnchor() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const now = (next: HTMLElement | null) => {
    clearTimeout(timer.current);
    if (anchor !== null) lastShownAt = Date.now();
    setAnchor(next);
  };
  const later = (next: HTMLElement | null, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => now(next), ms);
  };
  const hide = useEffectEvent(() => now(null));
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (anchor === null) return undefined;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [anchor]);
  return { anchor, later, now };
}

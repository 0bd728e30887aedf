import { useEffect, useEffectEvent, useState, type PointerEvent } from 'react';
import type { Point, Size } from './compare.rules.ts';
import { pointOf } from './pointer.ts';

/** Ends of a drag: where the pointer went down, and where it is. */
export interface Drag {
  readonly one: Point;
  readonly other: Point;
}

/**
 * Returns the present drag, and the properties of the layer over `area` on which it is made. `onDrag` is called at its
 * end. Escape cancels it, or calls `onEnd` without one.
 */
export function useDrag(props: { area: Size; onDrag: (ends: Drag) => void; onEnd: () => void }) {
  const { area } = props;
  const [drag, setDrag] = useState<Drag | null>(null);
  const cancel = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    if (drag === null) props.onEnd();
    else setDrag(null);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => cancel(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const layer = {
    'data-draw': '',
    className: 'absolute inset-0 cursor-crosshair touch-none',
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      const at = pointOf(event, area);
      setDrag({ one: at, other: at });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const other = pointOf(event, area);
      setDrag((now) => now && { ...now, other });
    },
    onPointerUp: () => {
      if (drag === null) return;
      setDrag(null);
      props.onDrag(drag);
    },
    onPointerCancel: () => setDrag(null),
  };
  return { drag, layer };
}

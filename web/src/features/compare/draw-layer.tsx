import { useEffect, useEffectEvent, useState } from 'react';
import { regionBetween, type Point, type Region, type Size } from './compare.rules.ts';
import { Marker } from './plane.tsx';
import { pointOf } from './pointer.ts';

/** Layer on which a region is drawn with the pointer. Escape calls `onEnd`. */
export function DrawLayer(props: {
  area: Size;
  onDraw: (region: Region) => void;
  onEnd: () => void;
}) {
  const { area } = props;
  const [corners, setCorners] = useState<{ one: Point; other: Point } | null>(null);
  const cancel = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    if (corners === null) props.onEnd();
    else setCorners(null);
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => cancel(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const finish = () => {
    if (corners === null) return;
    setCorners(null);
    const hasMoved = corners.one.x !== corners.other.x && corners.one.y !== corners.other.y;
    if (hasMoved) props.onDraw(regionBetween(corners, area));
  };
  return (
    <div
      data-draw=""
      className="absolute inset-0 cursor-crosshair touch-none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = pointOf(event, area);
        setCorners({ one: at, other: at });
      }}
      onPointerMove={(event) => {
        const other = pointOf(event, area);
        setCorners((now) => now && { ...now, other });
      }}
      onPointerUp={finish}
      onPointerCancel={() => setCorners(null)}
    >
      {corners && <Marker region={regionBetween(corners, area)} area={area} kind="drawn" />}
    </div>
  );
}

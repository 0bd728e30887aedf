import { regionBetween, type Region, type Size } from './compare.rules.ts';
import { Marker } from './plane.tsx';
import { useDrag } from './use-drag.ts';

/** Layer on which a region is drawn with the pointer. Escape calls `onEnd`. */
export function DrawLayer(props: {
  area: Size;
  onDraw: (region: Region) => void;
  onEnd: () => void;
}) {
  const { area, onDraw, onEnd } = props;
  const { drag, layer } = useDrag({
    area,
    onEnd,
    onDrag: (ends) => {
      const hasMoved = ends.one.x !== ends.other.x && ends.one.y !== ends.other.y;
      if (hasMoved) onDraw(regionBetween(ends, area));
    },
  });
  return (
    <div {...layer}>
      {drag && <Marker region={regionBetween(drag, area)} area={area} kind="drawn" />}
    </div>
  );
}

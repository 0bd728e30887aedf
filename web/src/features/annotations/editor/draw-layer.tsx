import { useEffect, useEffectEvent, useState } from 'react';
import type { Size } from '../../compare/compare.rules.ts';
import { pointOf } from '../../compare/pointer.ts';
import {
  dragAround,
  drawnMark,
  isClick,
  type Drag,
  type MarkStyle,
  type MarkTool,
} from '../marks.rules.ts';
import { BlurPreview } from './blur-preview.tsx';
import { MarkShape } from './mark-view.tsx';

/** Layer on which a mark is drawn with the pointer. Escape calls `onEnd`. */
export function DrawLayer(props: {
  tool: MarkTool;
  area: Size;
  style: MarkStyle;
  onDraw: (drag: Drag) => void;
  onEnd: () => void;
}) {
  const { tool, area, style } = props;
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
  const finish = () => {
    if (drag === null) return;
    setDrag(null);
    props.onDraw(isClick(drag) && tool !== 'text' ? dragAround(drag.one, area, tool) : drag);
  };
  const draft = drag && !isClick(drag) && drawnMark(tool, drag, { id: 0, style, area });
  return (
    <div
      data-draw=""
      className="absolute inset-0 cursor-crosshair touch-none"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        const at = pointOf(event, area);
        setDrag({ one: at, other: at });
      }}
      onPointerMove={(event) => {
        const other = pointOf(event, area);
        setDrag((now) => now && { ...now, other });
      }}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(null)}
    >
      {draft && draft.type === 'blur' && <BlurPreview region={draft} area={area} />}
      {draft && (
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${String(area.width)} ${String(area.height)}`}
          className="pointer-events-none absolute inset-0 size-full"
        >
          <MarkShape mark={draft} area={area} />
        </svg>
      )}
    </div>
  );
}

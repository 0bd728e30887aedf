import type { Size } from '../../compare/compare.rules.ts';
import { useDrag, type Drag } from '../../compare/use-drag.ts';
import { dragAround, drawnMark, isClick, type MarkStyle, type MarkTool } from '../marks.rules.ts';
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
  const { tool, area, style, onDraw, onEnd } = props;
  const { drag, layer } = useDrag({
    area,
    onEnd,
    onDrag: (ends) =>
      onDraw(isClick(ends) && tool !== 'text' ? dragAround(ends.one, area, tool) : ends),
  });
  const draft = drag && !isClick(drag) && drawnMark(tool, drag, { id: 0, style, area });
  return (
    <div {...layer}>
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

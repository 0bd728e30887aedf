import { useRef, type PointerEvent } from 'react';
import type { Point } from '../../compare/compare.rules.ts';
import { pointOf } from '../../compare/pointer.ts';
import { movedMark, resizedMark, type EditorMark, type Handle } from '../marks.rules.ts';
import type { Editor } from './use-editor.ts';

/** A drag of a mark, or of one of its handles, as it was at its start. */
interface MarkDrag {
  readonly mark: EditorMark;
  readonly handle: Handle | null;
  readonly from: Point;
  /** Name of the change in the history. */
  readonly name: string;
  /** Mark as it is now; undefined before the first move. */
  readonly now?: EditorMark;
}

/** Returns the props of the layer on which marks are selected and dragged. */
export function useMarkDrag({ marks, area, announceMove, announceSize }: Editor) {
  const drag = useRef<MarkDrag>(undefined);
  const count = useRef(0);
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return;
    const handle = handleOf(event.target);
    const id = Number(event.target.closest('[data-mark]')?.getAttribute('data-mark'));
    const mark = handle === null ? marks.marks.find((one) => one.id === id) : marks.selected;
    if (mark === undefined) return marks.select(null);
    // A handle leaves the focus with its mark.
    if (handle !== null) event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    marks.select(mark.id);
    count.current += 1;
    const name = `drag ${String(count.current)}`;
    drag.current = { mark, handle, name, from: pointOf(event, area) };
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (drag.current === undefined) return;
    const { mark, handle, from, name } = drag.current;
    const to = pointOf(event, area);
    const by = { x: to.x - from.x, y: to.y - from.y };
    const now =
      handle === null ? movedMark(mark, by, area) : resizedMark(mark, { handle, to, by }, area);
    drag.current = { ...drag.current, now };
    marks.change(now, name);
  };
  const end = () => {
    const { now, handle } = drag.current ?? {};
    drag.current = undefined;
    if (now === undefined) return;
    if (handle === null) announceMove(now);
    else announceSize(now);
  };
  return { onPointerDown: start, onPointerMove: move, onPointerUp: end, onPointerCancel: end };
}

const handles: readonly Handle[] = ['nw', 'ne', 'sw', 'se', 'from', 'to', 'size'];

function handleOf(target: Element): Handle | null {
  const name = target.closest('[data-handle]')?.getAttribute('data-handle');
  return handles.find((one) => one === name) ?? null;
}

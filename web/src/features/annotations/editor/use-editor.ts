import { useState } from 'react';
import { annotationMessages as messages } from '../../../lib/messages/captures/annotations.ts';
import type { Size } from '../../compare/compare.rules.ts';
import {
  drawnMark,
  markSizeText,
  nameOf,
  reachOf,
  styleFor,
  type EditorMark,
  type MarkStyle,
  type MarkTool,
  type Tool,
} from '../marks.rules.ts';
import type { Drag } from '../../compare/use-drag.ts';
import { useMarks } from '../use-marks.ts';

/** State of the editor of an image of this size. */
export function useEditor(area: Size) {
  const marks = useMarks();
  const [tool, setTool] = useState<Tool>('select');
  const [chosenStyle, setChosenStyle] = useState<Partial<MarkStyle>>({});
  const [announcement, setAnnouncement] = useState('');
  const [focus, setFocus] = useState<FocusRequest | null>(null);
  const style = { ...styleFor(area), ...chosenStyle };
  const name = (mark: EditorMark) => nameOf(mark, marks.marks);
  return {
    area,
    marks,
    tool,
    setTool,
    style,
    /** Sentence for screen readers about the last change. */
    announcement,
    /** Element that is to have the focus; each request is another object. */
    focus,
    name,
    focusText: (id: number) => setFocus({ id, isText: true }),
    /** Adds the mark of a drag and returns to the tool that selects. */
    draw: (markTool: MarkTool, drag: Drag) => {
      const mark = drawnMark(markTool, drag, { id: marks.nextId, style, area });
      marks.add(mark);
      setTool('select');
      setFocus({ id: mark.id, isText: mark.type === 'text' });
      setAnnouncement(messages.added(nameOf(mark, [...marks.marks, mark])));
    },
    /** Changes the look of the selected mark, and of those that are added later. */
    setStyle: (change: Partial<MarkStyle>) => {
      setChosenStyle((now) => ({ ...now, ...change }));
      const restyled = marks.selected && restyledMark(marks.selected, change);
      if (restyled) marks.change(restyled, `look ${Object.keys(change).join(' ')}`);
    },
    remove: (mark: EditorMark) => {
      marks.remove(mark.id);
      setAnnouncement(messages.deleted(name(mark)));
    },
    announceMove: (mark: EditorMark) => {
      const { x, y } = reachOf(mark);
      setAnnouncement(messages.moved(name(mark), x, y));
    },
    announceSize: (mark: EditorMark) =>
      setAnnouncement(messages.resized(name(mark), markSizeText(mark))),
    undo: () => {
      if (!marks.canUndo) return;
      marks.undo();
      setAnnouncement(messages.undone);
    },
    redo: () => {
      if (!marks.canRedo) return;
      marks.redo();
      setAnnouncement(messages.redone);
    },
  };
}

/** Type of {@link useEditor}. */
export type Editor = ReturnType<typeof useEditor>;

/** A mark that is to have the focus, or the field of its text. */
interface FocusRequest {
  readonly id: number;
  readonly isText: boolean;
}

function restyledMark(mark: EditorMark, change: Partial<MarkStyle>): EditorMark | undefined {
  const { color, thickness, size } = change;
  switch (mark.type) {
    case 'arrow':
    case 'box':
      return {
        ...mark,
        ...(color !== undefined && { color }),
        ...(thickness !== undefined && { thickness }),
      };
    case 'text':
      return {
        ...mark,
        ...(color !== undefined && { color }),
        ...(size !== undefined && { size }),
      };
    case 'blur':
    case 'crop':
    default:
      return undefined;
  }
}

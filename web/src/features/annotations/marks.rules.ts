import type { AnnotationInput, Crop, Mark } from '@shotwright/contract';
import { annotationLimits, defaultMarkColor, markLineHeight } from '@shotwright/contract/paths';
import { annotationMessages as messages } from '../../lib/messages/captures/annotations.ts';
import {
  regionBetween,
  sizeText,
  type Point,
  type Region,
  type Size,
} from '../compare/compare.rules.ts';
import type { Drag } from '../compare/use-drag.ts';

/** Tools of the editor. */
export const tools = ['select', 'arrow', 'box', 'text', 'blur', 'crop'] as const;
/** One of the {@link tools}. */
export type Tool = (typeof tools)[number];
/** Tool that adds a mark. */
export type MarkTool = Exclude<Tool, 'select'>;

/** A mark in the editor; the crop is one of them, at most once. */
export type EditorMark = { readonly id: number } & (Mark | (Crop & { readonly type: 'crop' }));

/** Look of new marks. */
export interface MarkStyle {
  readonly color: string;
  readonly thickness: number;
  /** Height of letters. Unit: pixels. */
  readonly size: number;
}

const { thicknessPx, textSizePx, textLength } = annotationLimits;
/** Width of an image whose marks have the default thickness. */
const usualWidthPx = 1_280;
/** Share of the smaller side that a mark has which is added without dragging. */
const addedShare = 0.3;
const largestAddedPx = 400;

/** Returns the look of marks on an image: on a large one they are larger. */
export function styleFor({ width }: Size): MarkStyle {
  const factor = Math.max(1, width / usualWidthPx);
  return {
    color: defaultMarkColor,
    thickness: Math.min(thicknessPx.max, Math.round(thicknessPx.default * factor)),
    size: Math.min(textSizePx.max, Math.round(textSizePx.default * factor)),
  };
}

/** Returns the mark of a drag. */
export function drawnMark(
  tool: MarkTool,
  drag: Drag,
  { id, style, area }: { id: number; style: MarkStyle; area: Size },
): EditorMark {
  const { color, thickness, size } = style;
  const [from, to] = [insidePoint(drag.one, area), insidePoint(drag.other, area)];
  if (tool === 'arrow')
    return { id, type: tool, ...from, to_x: to.x, to_y: to.y, color, thickness };
  if (tool === 'text') return { id, type: tool, ...from, text: messages.defaultText, size, color };
  const region = regionBetween(drag, area);
  return tool === 'box'
    ? { id, type: tool, ...region, color, thickness }
    : { id, type: tool, ...region };
}

/** Returns the drag that a mark of usual size around a point has. */
export function dragAround(centre: Point, area: Size, tool: MarkTool): Drag {
  const width = Math.round(
    Math.min(largestAddedPx, Math.min(area.width, area.height) * addedShare),
  );
  const height = Math.round(tool === 'blur' ? width / 4 : (width * 2) / 3);
  const x = Math.round(clamp(centre.x - width / 2, 0, area.width - width));
  const y = Math.round(clamp(centre.y - height / 2, 0, area.height - height));
  return { one: { x, y }, other: { x: x + width, y: y + height } };
}

/** True if the points are so near to each other that the user has clicked. */
export function isClick({ one, other }: Drag): boolean {
  return Math.abs(one.x - other.x) < 3 && Math.abs(one.y - other.y) < 3;
}

/** Returns the mark, moved by whole pixels as far as it stays inside of the image. */
export function movedMark(mark: EditorMark, by: Point, area: Size): EditorMark {
  const { x, y, width, height } = reachOf(mark);
  const dx = clamp(Math.round(by.x), -x, area.width - x - width);
  const dy = clamp(Math.round(by.y), -y, area.height - y - height);
  const moved = { ...mark, x: mark.x + dx, y: mark.y + dy };
  return moved.type === 'arrow'
    ? { ...moved, to_x: moved.to_x + dx, to_y: moved.to_y + dy }
    : moved;
}

/** Parts of a mark that can be dragged. */
export type Handle = 'nw' | 'ne' | 'sw' | 'se' | 'from' | 'to' | 'size';

/** Returns the handles of a mark with their points. */
export function handlesOf(
  mark: EditorMark,
  shown: Region,
): readonly (Point & { handle: Handle })[] {
  const { x, y, width, height } = shown;
  if (mark.type === 'arrow') {
    return [
      { handle: 'from', x: mark.x, y: mark.y },
      { handle: 'to', x: mark.to_x, y: mark.to_y },
    ];
  }
  if (mark.type === 'text') return [{ handle: 'size', x: x + width, y: y + height }];
  return [
    { handle: 'nw', x, y },
    { handle: 'ne', x: x + width, y },
    { handle: 'sw', x, y: y + height },
    { handle: 'se', x: x + width, y: y + height },
  ];
}

/** Returns the mark with a handle at another point. */
export function resizedMark(
  mark: EditorMark,
  { handle, to, by }: { handle: Handle; to: Point; by: Point },
  area: Size,
): EditorMark {
  if (mark.type === 'arrow') {
    const point = insidePoint(to, area);
    return handle === 'from' ? { ...mark, ...point } : { ...mark, to_x: point.x, to_y: point.y };
  }
  if (mark.type === 'text') {
    const lines = mark.text.split('\n').length;
    return withSize(mark, mark.size + by.y / lines);
  }
  const [right, bottom] = [mark.x + mark.width, mark.y + mark.height];
  const fixed = {
    x: handle === 'nw' || handle === 'sw' ? right : mark.x,
    y: handle === 'nw' || handle === 'ne' ? bottom : mark.y,
  };
  return { ...mark, ...regionBetween({ one: fixed, other: to }, area) };
}

/** Returns the mark that a key has made larger or smaller; the top left corner and the start stay. */
export function grownMark(mark: EditorMark, by: Point, area: Size): EditorMark {
  if (mark.type === 'arrow') {
    const to = insidePoint({ x: mark.to_x + by.x, y: mark.to_y + by.y }, area);
    return { ...mark, to_x: to.x, to_y: to.y };
  }
  if (mark.type === 'text') return withSize(mark, mark.size + Math.sign(by.x + by.y) * 2);
  return {
    ...mark,
    width: clamp(mark.width + by.x, 1, area.width - mark.x),
    height: clamp(mark.height + by.y, 1, area.height - mark.y),
  };
}

function withSize<M extends EditorMark & { type: 'text' }>(mark: M, size: number): M {
  return { ...mark, size: clamp(Math.round(size), textSizePx.min, textSizePx.max) };
}

/** A number of a mark with its limits. Unit: pixels. */
export interface MarkField {
  readonly name: keyof typeof messages.fields;
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

/** Returns the numbers of a mark, which keep it inside of the image. */
export function fieldsOf(mark: EditorMark, { width, height }: Size): MarkField[] {
  if (mark.type === 'arrow') {
    return [
      { name: 'x', value: mark.x, min: 0, max: width },
      { name: 'y', value: mark.y, min: 0, max: height },
      { name: 'to_x', value: mark.to_x, min: 0, max: width },
      { name: 'to_y', value: mark.to_y, min: 0, max: height },
    ];
  }
  const reach = reachOf(mark);
  const corner: MarkField[] = [
    { name: 'x', value: mark.x, min: 0, max: width - reach.width },
    { name: 'y', value: mark.y, min: 0, max: height - reach.height },
  ];
  if (mark.type === 'text') return corner;
  return [
    ...corner,
    { name: 'width', value: mark.width, min: 1, max: width - mark.x },
    { name: 'height', value: mark.height, min: 1, max: height - mark.y },
  ];
}

/** Returns the mark with another value of a field of {@link fieldsOf}. */
export function withField(mark: EditorMark, name: MarkField['name'], value: number): EditorMark {
  return { ...mark, [name]: Math.round(value) };
}

/** Returns the smallest rectangle with the points of a mark; of a text, its start. */
export function reachOf(mark: EditorMark): Region {
  if (mark.type === 'text') return { x: mark.x, y: mark.y, width: 0, height: 0 };
  if (mark.type !== 'arrow') return mark;
  return {
    x: Math.min(mark.x, mark.to_x),
    y: Math.min(mark.y, mark.to_y),
    width: Math.abs(mark.to_x - mark.x),
    height: Math.abs(mark.to_y - mark.y),
  };
}

/** Returns about the region that a text covers. */
export function textRegion({ x, y, text, size }: EditorMark & { type: 'text' }): Region {
  const lines = text.split('\n');
  const widths = lines.map((line) => Array.from(line, letterWidth).reduce((a, b) => a + b, 0));
  return {
    x,
    y,
    width: Math.max(1, ...widths) * size,
    height: lines.length * size * markLineHeight,
  };
}

/** Returns the width of a letter by its height. Letters of East Asian scripts are squares. */
function letterWidth(letter: string): number {
  return (letter.codePointAt(0) ?? 0) < 0x1100 ? 0.6 : 1;
}

/** Returns the name of a mark: its kind and its position among those of its kind. */
export function nameOf(mark: EditorMark, among: readonly EditorMark[]): string {
  const kind = messages.tools[mark.type];
  if (mark.type === 'crop') return kind;
  const same = among.filter(({ type }) => type === mark.type);
  const at = same.findIndex(({ id }) => id === mark.id);
  return messages.mark(kind, (at === -1 ? same.length : at) + 1);
}

/** Returns the size of a mark in words. */
export function markSizeText(mark: EditorMark): string {
  return mark.type === 'text' ? String(mark.size) : sizeText(reachOf(mark));
}

/** Returns the first text mark without a text; undefined if there is none. */
export function blankText(marks: readonly EditorMark[]): EditorMark | undefined {
  return marks.find((mark) => mark.type === 'text' && mark.text.trim() === '');
}

/** Returns the request that saves the marks. An arrow without a length is left out. */
export function bodyOf(marks: readonly EditorMark[]): AnnotationInput {
  const crop = marks.find((mark) => mark.type === 'crop');
  return {
    marks: marks.flatMap(({ id: _id, ...mark }) => {
      if (mark.type === 'crop' || isPoint(mark)) return [];
      return [mark.type === 'text' ? { ...mark, text: mark.text.slice(0, textLength) } : mark];
    }),
    ...(crop && { crop: { x: crop.x, y: crop.y, width: crop.width, height: crop.height } }),
  };
}

function isPoint(mark: Mark): boolean {
  return mark.type === 'arrow' && mark.x === mark.to_x && mark.y === mark.to_y;
}

function insidePoint({ x, y }: Point, area: Size): Point {
  return { x: clamp(Math.round(x), 0, area.width), y: clamp(Math.round(y), 0, area.height) };
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value));
}

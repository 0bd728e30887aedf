import { expect, test } from 'vitest';
import {
  blankText,
  bodyOf,
  dragAround,
  drawnMark,
  fieldsOf,
  grownMark,
  isClick,
  movedMark,
  nameOf,
  resizedMark,
  styleFor,
  textRegion,
  type EditorMark,
  type MarkTool,
} from '../../../src/features/annotations/marks.rules.ts';

const area = { width: 800, height: 400 };
const style = { color: '#e01020', thickness: 4, size: 24 };
const drag = { one: { x: 300.4, y: 200.6 }, other: { x: 100.2, y: 100.4 } };
const drawn = (tool: MarkTool, id = 1) => drawnMark(tool, drag, { id, style, area });
const box: EditorMark = {
  id: 1,
  type: 'box',
  x: 10,
  y: 20,
  width: 100,
  height: 50,
  color: '#16181d',
  thickness: 2,
};
const arrow: EditorMark = {
  id: 2,
  type: 'arrow',
  x: 50,
  y: 60,
  to_x: 20,
  to_y: 30,
  color: '#16181d',
  thickness: 2,
};
const text: EditorMark = {
  id: 3,
  type: 'text',
  x: 10,
  y: 20,
  text: 'Hi',
  size: 20,
  color: '#16181d',
};

test('[RP-6] a drag becomes a mark of whole pixels, an arrow from its start to its end', () => {
  expect(drawn('arrow')).toEqual({
    id: 1,
    type: 'arrow',
    x: 300,
    y: 201,
    to_x: 100,
    to_y: 100,
    color: '#e01020',
    thickness: 4,
  });
  const region = { x: 100, y: 100, width: 201, height: 101 };
  expect(drawn('box')).toEqual({ id: 1, type: 'box', ...region, color: '#e01020', thickness: 4 });
  expect(drawn('blur')).toEqual({ id: 1, type: 'blur', ...region });
  expect(drawn('crop')).toEqual({ id: 1, type: 'crop', ...region });
  expect(drawn('text')).toMatchObject({ x: 300, y: 201, text: 'Text', size: 24 });
});

test('[RP-6] marks never leave the image', () => {
  const outside = { one: { x: -50, y: -50 }, other: { x: 900, y: 500 } };
  expect(drawnMark('box', outside, { id: 1, style, area })).toMatchObject({
    x: 0,
    y: 0,
    width: 800,
    height: 400,
  });
  expect(movedMark(box, { x: 10_000, y: 10_000 }, area)).toMatchObject({ x: 700, y: 350 });
  expect(movedMark(arrow, { x: -100, y: 3.6 }, area)).toMatchObject({
    x: 30,
    to_x: 0,
    y: 64,
    to_y: 34,
  });
  expect(movedMark(text, { x: -50, y: 1_000 }, area)).toMatchObject({ x: 0, y: 400 });
  expect(grownMark(box, { x: 10_000, y: -10_000 }, area)).toMatchObject({ width: 790, height: 1 });
  expect(grownMark(arrow, { x: -100, y: 0 }, area)).toMatchObject({ x: 50, to_x: 0 });
});

test('[RP-6] a handle moves its corner, also beyond the opposite one', () => {
  const by = { x: 0, y: 0 };
  const dragged = (handle: 'nw' | 'ne' | 'sw' | 'se', x: number, y: number) =>
    resizedMark(box, { handle, to: { x, y }, by }, area);
  expect(dragged('se', 210, 120)).toMatchObject({ x: 10, y: 20, width: 200, height: 100 });
  expect(dragged('nw', 0, 0)).toMatchObject({ x: 0, y: 0, width: 110, height: 70 });
  expect(dragged('ne', 60, 10)).toMatchObject({ x: 10, y: 10, width: 50, height: 60 });
  expect(dragged('sw', 130, 90)).toMatchObject({ x: 110, y: 20, width: 20, height: 70 });
  expect(resizedMark(arrow, { handle: 'to', to: { x: 900, y: 7 }, by }, area)).toMatchObject({
    x: 50,
    to_x: 800,
    to_y: 7,
  });
  expect(resizedMark(arrow, { handle: 'from', to: { x: 1, y: 2 }, by }, area)).toMatchObject({
    x: 1,
    y: 2,
    to_x: 20,
  });
  expect(
    resizedMark(text, { handle: 'size', to: { x: 0, y: 0 }, by: { x: 5, y: 12 } }, area),
  ).toMatchObject({ size: 32 });
  expect(grownMark(text, { x: 0, y: -10 }, area)).toMatchObject({ size: 18 });
});

test('[RP-6] a mark that is added without dragging is around its point and inside of the image', () => {
  const { one, other } = dragAround({ x: 0, y: 400 }, area, 'box');
  expect([one, other]).toEqual([
    { x: 0, y: 320 },
    { x: 120, y: 400 },
  ]);
  expect([isClick({ one, other }), isClick({ one, other: { x: 2, y: 321 } })]).toEqual([
    false,
    true,
  ]);
});

test('[RP-6] marks of a large image are larger', () => {
  expect(styleFor({ width: 800, height: 10 })).toMatchObject({ thickness: 4, size: 24 });
  expect(styleFor({ width: 2_560, height: 10 })).toMatchObject({ thickness: 8, size: 48 });
});

test('[RP-6] the numbers of a mark have the limits of the image', () => {
  expect(fieldsOf(box, area)).toEqual([
    { name: 'x', value: 10, min: 0, max: 700 },
    { name: 'y', value: 20, min: 0, max: 350 },
    { name: 'width', value: 100, min: 1, max: 790 },
    { name: 'height', value: 50, min: 1, max: 380 },
  ]);
  expect(fieldsOf(arrow, area).map(({ name, max }) => [name, max])).toEqual([
    ['x', 800],
    ['y', 400],
    ['to_x', 800],
    ['to_y', 400],
  ]);
  expect(fieldsOf(text, area).map(({ name }) => name)).toEqual(['x', 'y']);
});

test('[RP-6] the request has the marks without their IDs, and the crop beside them', () => {
  const point: EditorMark = { ...arrow, to_x: 50, to_y: 60 };
  const { id: _id, ...plain } = box;
  expect(bodyOf([box, point, drawn('crop', 4)])).toEqual({
    marks: [plain],
    crop: { x: 100, y: 100, width: 201, height: 101 },
  });
  expect(bodyOf([box])).toEqual({ marks: [plain] });
});

test('[RP-6] marks are named by their kind and position; a blank text is found', () => {
  const second = { ...box, id: 9 };
  const blank = { ...text, id: 8, text: ' ' };
  const all = [box, arrow, second, blank];
  expect(all.map((mark) => nameOf(mark, all))).toEqual(['Box 1', 'Arrow 1', 'Box 2', 'Text 1']);
  expect(nameOf(drawn('crop'), all)).toBe('Crop');
  expect([blankText(all), blankText([text])]).toEqual([blank, undefined]);
});

test('[RP-6] the region of a text grows with its lines and letters', () => {
  expect(textRegion(text)).toEqual({ x: 10, y: 20, width: 24, height: 25 });
  expect(textRegion({ ...text, text: 'Hi\n日本語' })).toMatchObject({ width: 60, height: 50 });
});

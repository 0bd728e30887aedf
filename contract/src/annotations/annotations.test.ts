import { expect, test } from 'vitest';
import { annotationLimits, arrowShape, boxShape, textShape } from '../paths/index.ts';
import { annotationEndpoints } from './annotations.ts';

const { body } = annotationEndpoints.createAnnotatedCopy;
const box = { type: 'box', x: 1, y: 2, width: 3, height: 4 };
const text = { type: 'text', x: 0, y: 0, text: 'Hello' };

const problemsOf = (given: unknown): string[] => {
  const { error } = body.safeParse(given);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
};

test('[RP-6] marks have a look without saying so, and numbers may be text', () => {
  const arrow = { type: 'arrow', x: '10', y: 20, to_x: 30, to_y: 40, color: '#AA00bb' };
  const blur = { type: 'blur', x: 5, y: 6, width: 7, height: 8 };
  const crop = { x: 0, y: 0, width: 50, height: 60 };
  expect(body.parse({ marks: [arrow, box, text, blur], crop })).toEqual({
    marks: [
      { ...arrow, x: 10, color: '#aa00bb', thickness: 4 },
      { ...box, color: '#e01020', thickness: 4 },
      { ...text, color: '#e01020', size: 24 },
      blur,
    ],
    crop,
  });
  expect(body.parse({ crop }).marks).toEqual([]);
});

test('[RP-6] line breaks of each system start a line', () => {
  const { marks } = body.parse({ marks: [{ ...text, text: 'a\r\nb\rc\nd' }] });
  expect(marks[0]).toMatchObject({ text: 'a\nb\nc\nd' });
});

test.each([
  ['marks: must have a mark, or the request a crop', { marks: [] }],
  ['marks: must be a list of marks', { marks: 'all' }],
  [
    'marks: must have at most 100 marks',
    { marks: Array.from({ length: annotationLimits.marks + 1 }, () => box) },
  ],
  ['marks.0.type: must be one of arrow, box, text, blur', { marks: [{ ...box, type: 'circle' }] }],
  ['marks.0: must be a mark with a type', { marks: ['box'] }],
  ['marks.0.x: must be a whole number from 0 to 1000000', { marks: [{ ...box, x: -1 }] }],
  ['marks.0.width: must be a whole number from 1 to 1000000', { marks: [{ ...box, width: 0 }] }],
  ['marks.0.color: must be a colour such as #e01020', { marks: [{ ...box, color: 'red' }] }],
  [
    'marks.0.thickness: must be a whole number from 1 to 100',
    { marks: [{ ...box, thickness: 101 }] },
  ],
  ['marks.0.size: must be a whole number from 8 to 500', { marks: [{ ...text, size: 7 }] }],
  ['marks.0.text: must not be blank', { marks: [{ ...text, text: ' \n ' }] }],
  ['marks.0.text: must be at most 500 characters', { marks: [{ ...text, text: 'x'.repeat(501) }] }],
  [
    'marks.0.text: must not contain control characters other than line breaks',
    { marks: [{ ...text, text: 'a\u0007' }] },
  ],
  [
    'crop.width: must be a whole number from 1 to 1000000',
    { marks: [box], crop: { x: 0, y: 0, width: 0, height: 1 } },
  ],
])('[RP-6] a request is rejected: %s', (problem, given) => {
  expect(problemsOf(given)).toEqual([problem]);
});

test('[RP-6] an arrow ends at its tip, and a short one is all head', () => {
  const arrow = { x: 0, y: 10, to_x: 100, to_y: 10, thickness: 4 };
  expect(arrowShape(arrow)).toEqual({ lineEnd: { x: 92, y: 10 }, head: '100,10 84,18 84,2' });
  expect(arrowShape({ ...arrow, to_x: 8 })).toEqual({
    lineEnd: { x: 4, y: 10 },
    head: '8,10 0,14 0,6',
  });
  expect(arrowShape({ ...arrow, to_x: 0 }).head).toBe('0,10 0,10 0,10');
});

test('[RP-6] the line of a box is inside of its region, also if it is thicker than the region', () => {
  const region = { x: 10, y: 20, width: 30, height: 40 };
  expect(boxShape({ ...region, thickness: 4 })).toEqual({
    x: 12,
    y: 22,
    width: 26,
    height: 36,
    thickness: 4,
  });
  expect(boxShape({ ...region, thickness: 100 })).toMatchObject({
    width: 0,
    height: 10,
    thickness: 30,
  });
});

test('[RP-6] letters have an outline that they stand out from', () => {
  const shape = { y: 100, text: 'a\nb', size: 20 };
  expect(textShape({ ...shape, color: '#e01020' })).toEqual({
    lines: [
      { line: 'a', baseline: 119 },
      { line: 'b', baseline: 144 },
    ],
    outlinePx: 3.2,
    outlineColor: '#ffffff',
  });
  expect(textShape({ ...shape, color: '#ffd400' }).outlineColor).toBe('#16181d');
});

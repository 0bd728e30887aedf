import { expect, test } from 'vitest';
import { liftOver } from '../../src/ui/keep-clear.ts';

const toasts = { left: 966, right: 1_366, height: 160 };
type Sides = readonly [left: number, right: number];
const box = ([left, right]: Sides, top: number, bottom: number) => ({ left, right, top, bottom });

test.each([
  ['nothing is marked', [], 0],
  ['the bar ends beside it', [box([288, 960], 640, 768)], 0],
  ['the bar reaches below it', [box([288, 1_060], 640, 768)], 128],
  ['a box stands above it', [box([900, 1_300], 300, 400)], 0],
  [
    'raised over the bar it would cover a box above',
    [box([288, 1_060], 640, 768), box([980, 1_200], 560, 600)],
    208,
  ],
  ['the window is too low', [box([288, 1_366], 100, 768)], 0],
])('[NT-1] notifications are raised as far as needed where %s', (_, boxes, lift) => {
  expect(liftOver(toasts, boxes, 768)).toBe(lift);
});

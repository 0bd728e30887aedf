import { expect, test } from 'vitest';
import type { TruthRow } from './pattern-process.ts';
import { headingOf, lineOf, totalsOf } from './truth-table.ts';

const rowOf = (name: string): TruthRow => ({
  group: 'waiting',
  name,
  mode: 'viewport',
  url: 'http://127.0.0.1/',
  options: {},
});
const right = { ms: 12.4, findings: [] };
const wrong = { ms: 900.6, findings: ['red'] };

test('each row tells right from wrong and the time for every system', () => {
  const line = lineOf({ row: rowOf('timer'), results: { ours: right, load: wrong } });
  expect(line.split(/\s{2,}/)).toEqual([
    'waiting/timer viewport',
    'right 12 ms',
    'WRONG 901 ms',
    '',
  ]);
});

test('totals count right rows and take the median of their times', () => {
  const lines = ['a', 'b', 'c'].map((name, index) => ({
    row: rowOf(name),
    results: { ours: { ...right, ms: index * 100 }, load: index === 0 ? wrong : right },
  }));
  const cells = totalsOf(lines).map((line) => line.trim().split(/\s{2,}/));
  expect(cells).toEqual([
    ['waiting viewport', '3/3 100 ms', '2/3 12 ms'],
    ['all', '3/3 100 ms', '2/3 12 ms'],
  ]);
});

test('the heading has the columns of the rows', () => {
  const line = lineOf({ row: rowOf('a'), results: { ours: right, load: right } });
  expect(headingOf(['ours', 'load']).indexOf('load')).toBe(line.lastIndexOf('right'));
});

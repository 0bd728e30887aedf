import { expect, test } from 'vitest';
import { createStatementNames } from './statement-names.ts';

test('a statement is named at its fifth use and has the same name afterwards', () => {
  const nameFor = createStatementNames('db');
  const names = Array.from({ length: 7 }, () => nameFor('select $1'));
  expect(names).toEqual([undefined, undefined, undefined, undefined, 'db_0', 'db_0', 'db_0']);
  expect(nameFor('select $1, $2')).toBeUndefined();
});

test('the number of prepared statements is bounded, however many texts are sent', () => {
  const nameFor = createStatementNames('db');
  const names = new Set<string | undefined>();
  for (let text = 0; text < 5_000; text += 1)
    for (let use = 0; use < 5; use += 1) names.add(nameFor(`select ${text}`));
  expect(names.size).toBe(129);
});

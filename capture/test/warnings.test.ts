import { expect, test } from 'vitest';
import { createWarnings, warningPerOption } from '../src/page/warnings.ts';

test('[CO-A1] a report has one warning per option with each sentence once, at most 20', () => {
  const warnings = createWarnings();
  warnings.add('inject_css', 'One.');
  for (let at = 0; at < 30; at += 1) warnings.add(`option_${at}`, 'None.');
  for (const message of ['Two.', 'One.']) warnings.add('inject_css', message);
  const reported = warningPerOption(warnings.list);
  expect(reported).toHaveLength(20);
  expect(reported[0]).toEqual({ option: 'inject_css', message: 'One. Two.' });
});

import { expect, test } from 'vitest';
import { maskSteps, parseSteps } from './steps.ts';

test('[CO-D20] steps are lines, objects, or JSON of them', () => {
  const lines = [
    'click #login',
    'click #later ?',
    'hover 10, 20',
    'type #user ada  lovelace ',
    'type "form #user" ada',
    'clear #user',
    'press Enter',
    'select #country New Zealand',
    'check #terms',
    'scroll 800px',
    'scroll #end',
    'wait 500 ms',
    'wait_for xpath=//h1[text()="a b"]',
    'goto /account',
    'eval document.title = "a"',
  ];
  const steps = [
    { action: 'click', selector: '#login' },
    { action: 'click', selector: '#later', optional: true },
    { action: 'hover', x: 10, y: 20 },
    { action: 'type', selector: '#user', text: 'ada  lovelace' },
    { action: 'type', selector: 'form #user', text: 'ada' },
    { action: 'clear', selector: '#user' },
    { action: 'press', key: 'Enter' },
    { action: 'select', selector: '#country', text: 'New Zealand' },
    { action: 'check', selector: '#terms' },
    { action: 'scroll', y: 800 },
    { action: 'scroll', selector: '#end' },
    { action: 'wait', ms: 500 },
    { action: 'wait_for', selector: 'xpath=//h1[text()="a b"]' },
    { action: 'goto', url: '/account' },
    { action: 'eval', text: 'document.title = "a"' },
  ];
  expect(parseSteps(lines.join('\n\n'))).toEqual({ steps });
  expect(parseSteps(lines)).toEqual({ steps });
  expect(parseSteps(steps)).toEqual({ steps });
  expect(parseSteps(JSON.stringify(steps))).toEqual({ steps });
  expect(parseSteps('{"action":"wait","ms":1}')).toEqual({ steps: [{ action: 'wait', ms: 1 }] });
});

test.each([
  ['click #a\nclik #b', 'step 2 has the action "clik"; valid are click, type'],
  ['wait soon', 'step 1 (wait) has a ms that is not a number from 0 to 30000'],
  ['press Hyper', 'step 1 (press) has a key that is not Enter, Tab'],
  ['click', 'step 1 (click) has a selector that is not text of at most 1024 bytes'],
  [[{ action: 'click', x: 1 }], 'step 1 (click) must have selector, or x and y'],
  [[{ action: 'type', selector: '#a' }], 'step 1 (type) must have selector and text'],
  [[{ action: 'wait', ms: 1, text: 'a' }], 'step 1 (wait) has the field "text"; valid are ms'],
  [[{ action: 'type', selector: 'a', text: 'b', secret: 'yes' }], 'secret that is not true or'],
  [[{ action: 'type', selector: 'a', text: '***' }], 'text that is not masked; send the real'],
  [[{ action: '__proto__' }], 'step 1 has the action "__proto__"'],
  [[{ click: '#a' }], 'step 1 has no action; valid are click, type'],
  [[1], 'step 1 is neither a line nor an object'],
  ['[{]', 'must be lines, or a JSON list of objects'],
  ['***', 'must be lines, or a JSON list of objects'],
  [Array.from({ length: 21 }, () => 'wait 1'), 'must have at most 20 steps'],
  [Array.from({ length: 3 }, () => 'wait 30000'), 'must wait at most 60000 ms together'],
  [`type #a ${'ä'.repeat(2_049)}`, 'a text that is not text of at most 4096 bytes'],
  [Array.from({ length: 20 }, () => `eval ${'a'.repeat(4_000)}`), 'must be at most 65536 bytes'],
])('[CO-D20] %j is a mistake: %s', (input, error) => {
  expect(parseSteps(input)).toEqual({ error: expect.stringContaining(error) });
});

test('[CO-D21] what a step types is masked and never part of a mistake', () => {
  const { steps = [] } = parseSteps('type #password hush\nclick #login') as { steps?: never[] };
  expect(maskSteps(steps)).toBe(
    '[{"action":"type","selector":"#password","text":"***"},{"action":"click","selector":"#login"}]',
  );
  const wrong = parseSteps([{ action: 'type', selector: '', text: 'hush' }]);
  expect(JSON.stringify(wrong)).not.toContain('hush');
});

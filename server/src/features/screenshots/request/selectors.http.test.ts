import { selectorOptionNames } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScreenshotsApp, readJson } from '../../../../test/screenshots-app.ts';
import { findSelectorMistake } from './selector-syntax.rules.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let owner: Awaited<ReturnType<typeof app.customer>>;
beforeAll(async () => {
  app = await openScreenshotsApp((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end('<p>Text of a page');
  });
  owner = await app.customer();
});
afterAll(() => app.close());

const capture = async (options: object) => {
  const response = await owner.byKey('/screenshots', { url: app.siteUrl, wait: 25, ...options });
  return { status: response.status, ...(await readJson(response)) };
};

/** Companions without which an option would be rejected for another reason. */
const others: Readonly<Record<string, object>> = { wait_for_selector: { wait_timeout: 0.1 } };

test.each(selectorOptionNames)(
  '[PA-11] %s rejects what no browser accepts as a selector',
  async (name) => {
    const error = await capture({ [name]: '###', ...others[name] });
    const message =
      'must be a CSS selector or xpath= with an expression; "###" is wrong from "###" on';
    expect(error).toMatchObject({
      status: 'error',
      statusCode: 400,
      code: 'invalid_selector',
      message: `${name}: ${message}`,
      details: { fields: [{ path: name, message }] },
    });
  },
);

test('[PA-11] a step rejects what no browser accepts as a selector', async () => {
  const error = await capture({ steps: ['hover p', 'click a >'] });
  expect(error).toMatchObject({ statusCode: 400, code: 'invalid_selector' });
  expect(error.message).toMatch(/^steps: must be .*; "a >" of step 2 ends too early$/);
});

test.each([
  ['###', '###'],
  ['#1a', '#1a'],
  ['.5', '.5'],
  ['a,', ''],
  [',a', ',a'],
  ['a,,b', ',b'],
  ['> a', '> a'],
  ['a > ', ''],
  ['a{}b', '{}b'],
  ['div(1)', '(1)'],
  ['.a(1)', '(1)'],
  ['a]', ']'],
  ['a)', ')'],
  ['[', '['],
  ['[a=]', '[a=]'],
  ['[a=1]', '[a=1]'],
  [':', ':'],
  [': hover', ': hover'],
  ['a@b', '@b'],
  ['50%', '50%'],
  ['$("a")', '$("a")'],
  ['//div[1]', '//div[1]'],
])('the selector %j is wrong from %j on', async (selector, rest) => {
  expect(findSelectorMistake(selector)).toBe(rest);
});

const valid = [
  'p',
  '*',
  '#main.a.b',
  'a > b + c ~ d, e f',
  '[data-id="a,b > c" i]',
  "[href$='.png']",
  '[a=b',
  ':is(#a, .b:not(.c)',
  ':is()',
  ':has(> img:first-child)',
  ':where(:hover, :focus-visible)::before',
  'li:nth-child(2n + 1 of .shown)',
  ':lang(de)',
  ':root',
  '.md\\:flex',
  '.w-1\\/2',
  '#\\31 23',
  '.\\000031 .b',
  '*|p',
  '|p',
  '日本 .é',
  '.😀',
  '-a --b _c',
  '/* a, */p/**/.b',
  'p >\tb',
  '[a="\\"]"]',
];

test('a selector that the browser accepts is accepted, whatever its syntax', async () => {
  const found = await capture({ hide_selectors: valid, wait_for_hidden: 'xpath=//h1[1]' });
  expect(found).toMatchObject({ status: 'success', screenshot: { status: 'COMPLETE' } });
});

test('a selector about which only the browser can decide fails the capture, free of charge', async () => {
  for (const selector of [':unknown-class', 'p >>> b', 'svg|p', 'xpath=//p[']) {
    expect(await capture({ element_selector: selector })).toMatchObject({
      status: 'error',
      statusCode: 400,
      code: 'invalid_selector',
      creditsCharged: 0,
    });
  }
  expect(await owner.balance()).toMatchObject({ held: 0 });
});

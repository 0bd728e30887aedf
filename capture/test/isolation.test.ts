import { expect, test } from 'vitest';
import { useEngine } from './engine-fixture.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine({}, { concurrency: 2 });
const green = rgb('#00aa44');

test('no capture finds what another one stored: cookies, storage, caches, service workers', async () => {
  const { otherOrigin, seen } = fixture.site;
  const set = await fixture.render(`${otherOrigin}/set-everything`, { delayMs: 500 });
  const spied = await fixture.render(`${otherOrigin}/spy-on-everything`, { delayMs: 300 });
  expect([set.at(9, 9), spied.at(9, 9)]).toEqual([green, green]);
  const found = seen.findLast(({ path }) => path.startsWith('/found?'))?.path ?? '';
  expect(JSON.parse(decodeURIComponent(found.slice(7)))).toEqual([
    '',
    null,
    null,
    false,
    0,
    0,
    false,
  ]);
});

test('a resource that one capture loaded is loaded again by the next', async () => {
  const { seen } = fixture.site;
  const path = '/color/123456.png';
  const before = seen.filter((one) => one.path === path).length;
  const source = { kind: 'html', html: `<img src="${fixture.site.origin}${path}">` } as const;
  await fixture.render('/', { source });
  await fixture.render('/', { source });
  expect(seen.filter((one) => one.path === path)).toHaveLength(before + 2);
});

test('twelve simultaneous captures each get their own image', async () => {
  const colors = Array.from({ length: 12 }, (_, index) => `#${(index + 16).toString(16)}8040`);
  const rendering = await Promise.all(
    colors.map((color) =>
      fixture.render('/', { source: { kind: 'html', html: `<body style="background:${color}">` } }),
    ),
  );
  expect(rendering.map((one) => one.at(600, 400))).toEqual(colors.map(rgb));
});

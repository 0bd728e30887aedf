import { expect, test } from 'vitest';
import { useEngine } from './engine-fixture.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine();

test('two captures of an animated page with animations disabled have the same bytes', async () => {
  const part = { areAnimationsDisabled: true };
  const first = await fixture.render('/moving', part);
  const second = await fixture.render('/moving', { ...part, delayMs: 333 });
  expect(second.result.image.bytes.equals(first.result.image.bytes)).toBe(true);
});

test('transitions are rendered at their end', async () => {
  const rendering = await fixture.render('/moving', { areAnimationsDisabled: true });
  expect(rendering.at(540, 120)).toEqual([0x33, 0xaa, 0x33]);
});

test('with animations enabled, the same page is captured at another moment', async () => {
  const first = await fixture.render('/moving');
  const second = await fixture.render('/moving', { delayMs: 333 });
  expect(second.result.image.bytes.equals(first.result.image.bytes)).toBe(false);
});

test('animated images of the same and of other origins show their first frame', async () => {
  const page = `/moving-image?other=${encodeURIComponent(fixture.site.otherOrigin)}`;
  const part = { delayMs: 300 };
  const stopped = await fixture.render(page, { ...part, areAnimationsDisabled: true });
  const moving = await fixture.render(page, part);
  const [red, blue] = [rgb('#cc2222'), rgb('#2222cc')];
  expect([stopped.at(50, 50), stopped.at(50, 150)]).toEqual([red, red]);
  expect([moving.at(50, 50), moving.at(50, 150)]).toEqual([blue, blue]);
});

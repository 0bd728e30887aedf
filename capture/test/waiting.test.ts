import { describe, expect, test } from 'vitest';
import { specOf, useEngine } from './engine-fixture.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine({ stallTimeoutMs: 1_000, stabilityTimeoutMs: 2_500 });
const green = rgb('#00aa44');
const blue = rgb('#0044aa');

test('an application that fetches after load is complete in the image', async () => {
  const rendering = await fixture.render('/app', { isFullPage: true });
  expect([rendering.at(10, 0), rendering.at(10, 599)]).toEqual([green, green]);
});

describe('with a longer timeout than the test', () => {
  const slow = useEngine({ stabilityTimeoutMs: 60_000 });
  test('a page that never stops polling is captured without waiting for network idle', async () => {
    const rendering = await slow.render('/never-idle');
    expect(rendering.at(10, 700)).toEqual(green);
    expect(rendering.result.report.requestCount).toBeLessThan(150);
  });
});

test('an image that never responds delays the page, but does not fail the capture', async () => {
  const rendering = await fixture.render('/hanging-image');
  expect(rendering.at(10, 700)).toEqual(green);
  expect(rendering.result.report.timings.totalMs).toBeGreaterThan(1_000);
});

test.each(['/hanging-script', '/hanging-style', '/hanging-import'])(
  'a page is captured without the resource that never responds: %s',
  async (path) => {
    const rendering = await fixture.render(path);
    expect(rendering.at(10, 700)).toEqual(green);
    expect(rendering.result.report.consoleErrors.join()).toContain('/hang');
  },
);

test('a delay is counted after the page has loaded', async () => {
  const early = await fixture.render('/late');
  const late = await fixture.render('/late', { delayMs: 3_000 });
  expect([early.at(10, 10), late.at(10, 10)]).toEqual([rgb('#ffffff'), blue]);
});

test.each(['/goes-elsewhere', '/meta-elsewhere'])(
  'a page that leads elsewhere is followed: %s',
  async (path) => {
    const rendering = await fixture.render(path);
    expect(rendering.at(10, 10)).toEqual(blue);
    expect(rendering.result.report.finalUrl).toBe(`${fixture.site.origin}/blue`);
  },
);

test('redirects are reported in order, separately from the final URL', async () => {
  const { origin } = fixture.site;
  const last = `${origin}/to?url=/green`;
  const first = `${origin}/to?url=${encodeURIComponent(last)}`;
  const rendering = await fixture.render(first);
  expect(rendering.result.report).toMatchObject({
    redirects: [first, last],
    finalUrl: `${origin}/green`,
    targetStatus: 200,
  });
});

test('phases are reported in order and their times add up', async () => {
  const phases: string[] = [];
  const { engine, site } = fixture;
  const result = await engine.capture(specOf(`${site.origin}/green`), {
    owner: 'test',
    onPhase: (phase) => phases.push(phase),
  });
  expect(phases).toEqual(['queued', 'loading', 'waiting', 'capturing']);
  const { queueMs, navigateMs, waitMs, captureMs, totalMs } = result.report.timings;
  expect(Math.abs(queueMs + navigateMs + waitMs + captureMs - totalMs)).toBeLessThanOrEqual(3);
});

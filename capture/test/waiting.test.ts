import { describe, expect, test } from 'vitest';
import { specOf, useEngine } from './engine-fixture.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine({ stallMs: 1_000, settleMs: 2_500 });
const green = rgb('#00aa44');
const blue = rgb('#0044aa');

test('an application that fetches after load is complete in the picture', async () => {
  const drawn = await fixture.draw('/app', { isFullPage: true });
  expect([drawn.at(10, 0), drawn.at(10, 599)]).toEqual([green, green]);
});

describe('with more patience than the test has', () => {
  const patient = useEngine({ settleMs: 60_000 });
  test('a page that never stops polling is captured without waiting for network idle', async () => {
    const drawn = await patient.draw('/never-idle');
    expect(drawn.at(10, 700)).toEqual(green);
  });
});

test('a picture that never answers delays the page, and does not fail it', async () => {
  const drawn = await fixture.draw('/hanging-image');
  expect(drawn.at(10, 700)).toEqual(green);
  expect(drawn.result.report.timings.totalMs).toBeGreaterThan(1_000);
});

test.each(['/hanging-script', '/hanging-style', '/hanging-import'])(
  'a page is drawn without the part that never answers: %s',
  async (path) => {
    const drawn = await fixture.draw(path);
    expect(drawn.at(10, 700)).toEqual(green);
    expect(drawn.result.report.consoleErrors.join()).toContain('/hang');
  },
);

test('a delay is counted after the page has loaded', async () => {
  const early = await fixture.draw('/late');
  const late = await fixture.draw('/late', { delayMs: 1_000 });
  expect([early.at(10, 10), late.at(10, 10)]).toEqual([rgb('#ffffff'), blue]);
  expect(late.result.report.timings.waitMs).toBeGreaterThanOrEqual(1_000);
});

test.each(['/goes-elsewhere', '/meta-elsewhere'])(
  'a page that leads elsewhere is followed: %s',
  async (path) => {
    const drawn = await fixture.draw(path);
    expect(drawn.at(10, 10)).toEqual(blue);
    expect(drawn.result.report.finalUrl).toBe(`${fixture.site.origin}/blue`);
  },
);

test('redirects are told in order, the final address apart from them', async () => {
  const { origin } = fixture.site;
  const last = `${origin}/to?url=/green`;
  const first = `${origin}/to?url=${encodeURIComponent(last)}`;
  const drawn = await fixture.draw(first);
  expect(drawn.result.report).toMatchObject({
    redirects: [first, last],
    finalUrl: `${origin}/green`,
    targetStatus: 200,
  });
});

test('phases are told in order and their times add up', async () => {
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

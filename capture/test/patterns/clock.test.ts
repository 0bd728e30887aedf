import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCaptureEngine, type CaptureEngine } from '../../src/index.ts';
import { writeBrowserWithout } from '../browser-wrapper.ts';
import { specOf, useEngine, type EngineFixture, type SpecPart } from '../engine-fixture.ts';
import { rgb } from '../pixels.ts';

const green = rgb('#00aa44');
const blue = rgb('#0044aa');
const red = rgb('#aa0000');
const white = rgb('#ffffff');

/** Returns the reported waits of a capture, by reason. */
async function waitsOf(fixture: EngineFixture, path: string, part?: SpecPart) {
  const rendering = await fixture.render(path, part);
  const { waiting } = rendering.result.report;
  const byReason = new Map(waiting.waitedFor.map((one) => [one.reason, one]));
  return { rendering, waiting, byReason };
}

describe('on the virtual clock', () => {
  const fixture = useEngine();

  test('timers pass in a fraction of the time that they take by themselves', async () => {
    const { rendering, waiting, byReason } = await waitsOf(fixture, '/timer-late');
    expect(rendering.at(10, 10)).toEqual(green);
    expect(waiting).toMatchObject({ clock: 'virtual', fallback: null });
    const { clockMs = 0, realMs = 0 } = byReason.get('timers') ?? {};
    expect(clockMs).toBeGreaterThanOrEqual(2_500);
    expect(realMs).toBeLessThan(clockMs);
  });

  test('an animation of a page without scripts is followed to its end', async () => {
    const { rendering, byReason } = await waitsOf(fixture, '/animated-in');
    expect(rendering.at(10, 10)).toEqual(green);
    expect(byReason.get('animations')?.clockMs).toBeGreaterThan(3_500);
  });

  test('an endless chain of transitions is followed for 5 s in one wait only', async () => {
    const { byReason } = await waitsOf(fixture, '/transitions-in-a-row', { isFullPage: true });
    const { clockMs = 0 } = byReason.get('animations') ?? {};
    expect(clockMs).toBeGreaterThan(4_900);
    expect(clockMs).toBeLessThan(13_000);
  });

  test('a page without scripts and motion is not waited for', async () => {
    const { waiting } = await waitsOf(fixture, '/ruler?h=300');
    expect(waiting).toMatchObject({ waitedFor: [], requests: [], underWay: [] });
  });

  test('the report lists what the capture waited for and what was still pending', async () => {
    const fetched = await waitsOf(fixture, '/slow-fetch');
    expect(fetched.rendering.at(10, 10)).toEqual(green);
    const url = `${fixture.site.origin}/slow.json?wanted`;
    expect(fetched.waiting.requests).toMatchObject([{ kind: 'content', url }]);
    expect(fetched.byReason.get('requests')?.realMs).toBeGreaterThan(0);
    const streamed = await waitsOf(fixture, '/stream');
    expect(streamed.rendering.at(10, 10)).toEqual(green);
    const stream = { kind: 'stream', url: `${fixture.site.origin}/events` };
    expect(streamed.waiting.underWay).toEqual([stream]);
  });

  test('a skeleton that fills the view extends the wait while its page polls', async () => {
    const { rendering, byReason } = await waitsOf(fixture, '/polled-job');
    expect(rendering.at(10, 10)).toEqual(green);
    expect(byReason.get('loaders')?.realMs).toBeGreaterThan(0);
  });

  test('a page whose worker draws is captured on either clock, and the report states which', async () => {
    const before = fixture.engine.stats().clockFallbacks;
    const { rendering, waiting } = await waitsOf(fixture, '/offscreen-worker');
    expect(rendering.at(1000, 700)).toEqual(green);
    const isRepeated = fixture.engine.stats().clockFallbacks > before;
    expect(waiting.clock).toBe(isRepeated ? 'real' : 'virtual');
    expect(waiting.fallback !== null).toBe(isRepeated);
  });

  test('a page whose script spins until the time has changed is captured in real time, and the report states so', async () => {
    const before = fixture.engine.stats().clockFallbacks;
    const { rendering, waiting } = await waitsOf(fixture, '/spins-late');
    expect(rendering.at(1000, 700)).toEqual(green);
    expect(waiting.clock).toBe('real');
    expect(waiting.fallback).toMatch(/^(policy_unanswered|budget_not_spent|frame_unanswered)$/);
    expect(fixture.engine.stats().clockFallbacks).toBe(before + 1);
    expect((await fixture.render('/green')).at(10, 10)).toEqual(green);
  });

  test('a page that reloads itself is held at its third document', async () => {
    const before = fixture.site.seen.length;
    const rendering = await fixture.render('/reloads-itself');
    expect(rendering.at(10, 10)).toEqual(green);
    const loads = fixture.site.seen.slice(before).filter(({ path }) => path === '/reloads-itself');
    expect(loads.length).toBeLessThanOrEqual(4);
  });
});

describe('a delay', () => {
  const fixture = useEngine();

  test('passes on the clock of a page without streams', async () => {
    const early = await fixture.render('/timer-5');
    const late = await fixture.render('/timer-5', { delayMs: 5_000 });
    expect([early.at(10, 10), late.at(10, 10)]).toEqual([red, green]);
    const delay = late.result.report.waiting.waitedFor.find(({ reason }) => reason === 'delay');
    expect(delay?.clockMs).toBeGreaterThanOrEqual(5_000);
    expect(delay?.realMs).toBeLessThan(5_000);
  });

  test('waits for what the page requests during it', async () => {
    const rendering = await fixture.render('/fetch-in-delay', { delayMs: 5_000 });
    expect(rendering.at(10, 10)).toEqual(green);
  });

  test('passes in real time where a page follows its server', async () => {
    const early = await fixture.render('/stream-later');
    const late = await fixture.render('/stream-later', { delayMs: 5_000 });
    expect([early.at(10, 10), late.at(10, 10)]).toEqual([red, green]);
  });
});

describe('motion', () => {
  const fixture = useEngine();
  const still = { areAnimationsDisabled: true };

  test('an element is captured where it comes to rest', async () => {
    const rendering = await fixture.render('/slides', { elementSelector: '#box' });
    expect([rendering.widthPx, rendering.at(0, 0), rendering.at(99, 99)]).toEqual([
      100,
      green,
      green,
    ]);
  });

  test('the capture waits for the changes of an injected script', async () => {
    const injectJs = `document.getElementById('box').style.left = '600px'`;
    const rendering = await fixture.render('/slides-when-injected', { injectJs });
    expect([rendering.at(50, 150), rendering.at(650, 150)]).toEqual([white, green]);
  });

  test('with animations disabled, an animation by script shows its end', async () => {
    const rendering = await fixture.render('/slides', still);
    expect([rendering.at(50, 150), rendering.at(650, 150)]).toEqual([white, green]);
  });

  test('with animations disabled, finite SVG animations show their end and endless ones their start', async () => {
    const rendering = await fixture.render('/vector-motion', still);
    expect([rendering.at(650, 50), rendering.at(50, 150)]).toEqual([green, blue]);
  });

  test('with animations disabled, animations and animated images in shadow roots stand still', async () => {
    const rendering = await fixture.render('/shadow-motion', { ...still, delayMs: 300 });
    expect([rendering.at(650, 50), rendering.at(50, 150)]).toEqual([green, blue]);
    expect(rendering.at(50, 250)).toEqual(rgb('#cc2222'));
  });
});

describe.concurrent('in real time', () => {
  const fixture = useEngine({}, { clock: 'real', concurrency: 4 });

  test.each(['/timer-late', '/slow-fetch', '/stream', '/animated-in'])(
    'the same rules hold: %s',
    async (path) => {
      const { rendering, waiting } = await waitsOf(fixture, path);
      expect(rendering.at(10, 10)).toEqual(green);
      expect(waiting).toMatchObject({ clock: 'real', fallback: null });
    },
  );

  test('[EN-4] the engine reports which clock it uses', () => {
    expect(fixture.engine.stats()).toMatchObject({ clock: 'real', clockUnavailable: null });
  });
});

describe('a browser without the experimental methods', () => {
  let engine: CaptureEngine;
  let folder: string;
  const warnings: string[] = [];
  beforeAll(async () => {
    folder = await mkdtemp('/tmp/shotwright-test-');
    await chmod(folder, 0o755);
    const flag = '--run-all-compositor-stages-before-draw';
    const browserPath = await writeBrowserWithout(flag, folder);
    const logger = {
      info: () => undefined,
      warn: (_details: object, text: string) => warnings.push(text),
      error: () => undefined,
    };
    engine = await createCaptureEngine({
      browserPath,
      concurrency: 1,
      allowPrivateTargets: [],
      logger,
    });
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  test('[EN-4] is found at start, with one log line, and captures in real time', async () => {
    expect(engine.stats().clock).toBe('real');
    expect(engine.stats().clockUnavailable).toContain('beginFrame');
    expect(warnings.filter((text) => text.includes('virtual clock'))).toHaveLength(1);
    const html = '<body style="margin:0;background:#00aa44">';
    const spec = { ...specOf(''), source: { kind: 'html', html } } as const;
    const result = await engine.capture(spec, { owner: 'test' });
    expect(result).toMatchObject({ ok: true, report: { waiting: { clock: 'real' } } });
  });
});

import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useEngine, type EngineFixture, type SpecPart } from '../engine-fixture.ts';
import { restlessPages } from '../fixture-site/restless-pages.ts';
import { rgb } from '../pixels.ts';

const determinism = { startMs: Date.UTC(2025, 0, 1), seed: 1 };
// Some pages are waited for in real time, in which others can be captured.
const concurrency = 3;
const first = useEngine({}, { concurrency });
const second = useEngine({}, { concurrency });

/** Captures a page and returns the hash of its image, and its report. */
async function capture(fixture: EngineFixture, path: string, part: SpecPart = {}) {
  const url = `${path}?other=${fixture.site.otherOrigin}`;
  const drawn = await fixture.render(url, { determinism, ...part });
  const { image, report } = drawn.result;
  return { drawn, report, hash: createHash('sha256').update(image.bytes).digest('hex') };
}

/** Captures a page on two browsers, and once more on the first. */
async function captureThrice(path: string, part: SpecPart = {}) {
  const captures = await Promise.all([capture(first, path, part), capture(second, path, part)]);
  return [...captures, await capture(first, path, part)];
}

/** Text of the page at the end of its capture. */
async function textOf(path: string, part: SpecPart = {}): Promise<string> {
  const prefix = `/told?id=${randomUUID()}&text=`;
  const injectJs = `await fetch('${prefix}' + encodeURIComponent(document.body.innerText))`;
  await capture(first, path, { injectJs, ...part });
  const told = first.site.seen.find((request) => request.path.startsWith(prefix));
  return new URL(told?.path ?? '', 'http://site').searchParams.get('text') ?? '';
}

const warningsOf = async (path: string) => (await capture(first, path)).report.warnings;

// The tests share two engines, so that each one waits for the captures of the others.
describe.concurrent('a deterministic page', { timeout: 120_000 }, () => {
  test.each(Object.keys(restlessPages))(
    '[EN-5] has the same image in each capture and browser: %s',
    async (path) => {
      const captures = await captureThrice(path);
      expect(new Set(captures.map(({ hash }) => hash)).size).toBe(1);
      for (const { report } of captures) {
        expect(report.deterministic).toMatchObject({ clock: 'virtual', unsettledFrames: 0 });
      }
    },
  );

  test.each<[string, SpecPart]>([
    ['in full', { isFullPage: true }],
    ['at twice the scale', { viewport: { deviceScaleFactor: 2 } }],
    ['as an element', { elementSelector: 'pre' }],
    ['after a delay', { delayMs: 1_500 }],
  ])('[EN-5] has the same image %s', async (_, part) => {
    const captures = await captureThrice('/restless/fetch', part);
    expect(new Set(captures.map(({ hash }) => hash)).size).toBe(1);
  });

  test('[EN-5] has the given time, in UTC, and none passes while it waits for the network', async () => {
    const startMs = Date.UTC(2026, 5, 1, 12);
    const text = await textOf('/restless/date', { determinism: { startMs, seed: 1 } });
    expect(text).toContain(
      `2026-06-01T12:00:00.000Z ${startMs} 0 Thu Jan 01 1970 00:00:00 GMT+0000`,
    );
    expect(text).toContain(`load ${startMs} 0 `);
    expect(text).toContain(`fetched ${startMs} 0 `);
    expect(text).toContain('later 2026-06-01T12:00:00.100Z 100');
  });

  test('[EN-5] has its web fonts', async () => {
    await capture(first, '/late-font');
    expect(first.site.seen.map(({ path }) => path)).toContain('/late-font.woff2');
  });

  test('[EN-5] has other random numbers with another seed', async () => {
    const one = await textOf('/restless/random');
    const other = await textOf('/restless/random', { determinism: { ...determinism, seed: 2 } });
    expect(one).toMatch(/^0\.\d+ .*[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    expect(await textOf('/restless/random')).toBe(one);
    expect(other).not.toBe(one);
  });

  test('[EN-5] shows the first frame of moving images, of other origins as well', async () => {
    const { drawn, report } = await capture(first, '/restless/images');
    const red = rgb('#cc2222');
    for (const x of [20, 130, 240]) expect(drawn.at(x, 20)).not.toEqual(rgb('#2222cc'));
    expect(drawn.at(20, 20)).toEqual(red);
    expect(drawn.at(20, 160)).toEqual(red);
    // Two of the four images on the page share one response.
    expect(report.deterministic?.stilledImages).toBe(3);
  });

  test('[EN-5] does not wait for a response whose body its service worker does not read', async () => {
    const query = `?id=${randomUUID()}`;
    // When the worker is ready it has the response, whose end the capture goes on to wait for, for 8 s at most.
    const part = { determinism, injectJs: 'await navigator.serviceWorker.ready' };
    const { result } = await first.render(`/restless/service-worker${query}`, part);
    expect(first.site.seen.map(({ path }) => path)).toContain(`/broken-503${query}`);
    const { requests } = result.report.waiting;
    const unread = requests.find(({ url }) => url.endsWith(`/broken-503${query}`));
    expect(unread?.waitedMs ?? 0).toBeLessThan(4_000);
  });

  test('[EN-5] names in its report what it could not fix completely', async () => {
    expect(await warningsOf('/restless/interval')).toEqual([]);
    const stream = 'The page opened a stream, of which only the first message was delivered.';
    expect(await warningsOf('/restless/events')).toEqual([
      { option: 'deterministic', message: stream },
    ]);
    const worker = 'The page started a worker, whose timers ran for the first second only.';
    expect(await warningsOf('/restless/worker')).toEqual([
      { option: 'deterministic', message: worker },
    ]);
  });

  test('[EN-5] is captured in real time if it does not follow the clock, and says so', async () => {
    const { report } = await capture(first, '/spins-late');
    expect(report.deterministic).toMatchObject({ clock: 'real' });
    const message = 'The page was captured in real time, so another capture may differ.';
    expect(report.warnings).toContainEqual({ option: 'deterministic', message });
  });
});

test('an ordinary capture has no report about determinism', async () => {
  const { result } = await first.render('/green');
  expect(result.report).toMatchObject({ deterministic: null, warnings: [] });
});

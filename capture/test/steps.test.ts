import { describe, expect, test } from 'vitest';
import type { CaptureStep } from '../src/index.ts';
import { createWaitLog } from '../src/page/stability/wait-log.ts';
import { useEngine, type SpecPart } from './engine-fixture.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine();
const green = rgb('#00aa44');
const deterministic = { determinism: { startMs: 1_735_689_600_000, seed: 1 } };
const signIn: readonly CaptureStep[] = [
  { action: 'clear', selector: '#user' },
  { action: 'type', selector: '#user', text: 'ada' },
  { action: 'type', selector: '#password', text: 'hush & tell', isSecret: true },
  { action: 'press', key: 'Enter' },
];

/** Returns what the controls have noted. */
async function noted(steps: readonly CaptureStep[], part: SpecPart = {}): Promise<string> {
  const text = await fixture.capture('/controls', {
    ...part,
    steps,
    waiting: { expression: 'location.hash = found(), true', timeoutMs: 1_000, isBestEffort: false },
  });
  if (!text.ok) throw new Error(text.detail);
  return decodeURIComponent(new URL(text.report.finalUrl ?? '').hash.slice(1));
}

const typed = (isSecret: boolean) =>
  fixture.render('/sign-in', {
    steps: [{ action: 'type', selector: '#code', text: 'WWWWWW', isSecret }],
  });

const framed = (inner: string, middle: string): string =>
  `/framed?inner=${encodeURIComponent(inner)}&middle=${encodeURIComponent(middle)}`;

describe('[CO-D22] steps', () => {
  test.each([{}, deterministic, { waitUntil: 'load' }] satisfies SpecPart[])(
    'fill in a form and follow what it loads: %j',
    async (part) => {
      const { at, result } = await fixture.render('/sign-in', { ...part, steps: signIn });
      expect(at(50, 50)).toEqual(green);
      expect(result.report).toMatchObject({
        redirects: [],
        steps: signIn.map(({ action }) => ({ action, ok: true, ms: expect.any(Number) })),
      });
    },
  );

  test('act like a visitor on every kind of control', async () => {
    const steps: CaptureStep[] = [
      { action: 'type', selector: '#text', text: ' and new ä😀' },
      { action: 'press', key: 'a' },
      { action: 'press', selector: '#text', key: 'Tab' },
      { action: 'type', selector: '#area', text: 'text' },
      { action: 'type', selector: '#rich', text: ' text' },
      { action: 'clear', selector: '#number' },
      { action: 'select', selector: '#country', text: 'New Zealand' },
      { action: 'check', selector: '#terms' },
      { action: 'check', selector: '#terms' },
      { action: 'hover', selector: '#hovered' },
      { action: 'click', selector: '#moving' },
      { action: 'click', selector: '#inner' },
      { action: 'click', x: 900, y: 700 },
      { action: 'click', selector: '#far' },
      { action: 'eval', text: "note('evaluated')" },
    ];
    expect((await noted(steps)).split(' | ')).toEqual([
      'key a',
      'key Tab',
      'text=old text and new ä😀a',
      'area=text',
      'rich=rich text',
      'number=',
      'country=nz',
      'terms=true',
      'hovered',
      'moving true',
      'inner',
      'at 900,700',
      'far true',
      'evaluated',
    ]);
  });

  test('wait until an element has come to rest', async () => {
    const steps = [{ action: 'click', selector: '#moving' }] as const;
    expect(await noted(steps, { waitUntil: 'load' })).toBe('moving true');
  });

  test('grant each other the full time for waiting', () => {
    const log = createWaitLog();
    log.add('timers', { clockMs: 1, realMs: 2_000 });
    log.add('requests', { clockMs: 1, realMs: 3_000 });
    log.renew();
    expect([log.fastMs, log.networkMs]).toEqual([0, 0]);
    expect(log.report().waitedFor).toHaveLength(2);
  });

  test('scroll, wait and go to other pages', async () => {
    const start = await fixture.render('/steps-down', { steps: [{ action: 'scroll', y: 1_500 }] });
    expect(start.at(5, 5)).toEqual(green);
    const marked = await fixture.render('/steps-down', {
      steps: [{ action: 'scroll', selector: '#mark' }],
    });
    expect(marked.at(5, 5)).toEqual(rgb('#aaaa00'));
    const waited = await fixture.render('/ready-later', { steps: [{ action: 'wait', ms: 4_600 }] });
    expect(waited.at(50, 50)).toEqual(green);
    const awaited = await fixture.render('/ready-later', {
      steps: [{ action: 'wait_for', selector: '#ready' }],
    });
    expect(awaited.at(50, 50)).toEqual(green);
    const url = `${fixture.site.origin}/green`;
    const gone = await fixture.render('/sign-in', { steps: [{ action: 'goto', url }] });
    expect(gone.result.report.finalUrl).toBe(url);
  });

  test('may load more pages than a page may load by itself', async () => {
    const steps = Array.from(
      { length: 8 },
      () => ({ action: 'click', selector: '#next' }) as const,
    );
    expect((await fixture.render('/wizard', { steps })).at(50, 500)).toEqual(green);
  });
});

describe('[CO-D22] elements of frames', () => {
  const fill: CaptureStep[] = [
    { action: 'type', selector: '#name', text: 'ada' },
    { action: 'check', selector: '#agree' },
    { action: 'select', selector: '#size', text: 'L' },
    { action: 'click', selector: '#go' },
    { action: 'wait_for', selector: '#done' },
  ];
  const kinds = [
    ['the same site', () => framed('', '')],
    ['another site', () => framed('', fixture.site.otherOrigin)],
    ['this site in another', () => framed(fixture.site.origin, fixture.site.otherOrigin)],
  ] as const;

  test.each(kinds)('are acted on, in the order of the steps, of %s', async (_, path) => {
    const { at } = await fixture.render(path(), { steps: fill });
    expect(at(300, 650)).toEqual(green);
  });

  test.each(kinds)('are acted on in deterministic captures, of %s', async (_, path) => {
    const { at } = await fixture.render(path(), { ...deterministic, steps: fill });
    expect(at(300, 650)).toEqual(green);
  });

  test('are not acted on where something covers their frame', async () => {
    const cover = `document.body.insertAdjacentHTML('beforeend', '<i id="cover" style="position:fixed;inset:0">')`;
    const result = await fixture.capture(framed('', fixture.site.otherOrigin), {
      steps: [
        { action: 'eval', text: cover },
        { action: 'click', selector: '#go', ms: 200 },
      ],
    });
    expect(result).toMatchObject({ detail: expect.stringContaining('was covered by i#cover.') });
  });

  test('[CO-D24] take no secrets at other origins than those that the caller names', async () => {
    const steps = [{ action: 'type', selector: '#name', text: 'hush', isSecret: true }] as const;
    const result = await fixture.capture(framed('', fixture.site.otherOrigin), { steps });
    expect(result).toMatchObject({
      reason: 'step_failed',
      detail: `steps: step 1 (type) failed: secrets are typed only at ${fixture.site.origin}, and the frame is ${fixture.site.otherOrigin}.`,
    });
  });

  test.each(kinds)('[CO-B4] are clicked by click_selectors, of %s', async (_, path) => {
    const { at } = await fixture.render(`${path()}&filled=1`, {
      cleaning: { clicked: [{ selector: '#go', isOptional: false }] },
      waiting: { selector: '#done', timeoutMs: 5_000, isBestEffort: false },
    });
    expect(at(300, 650)).toEqual(green);
  });
});

describe('[CO-D1] [CO-D2] [CO-D9] conditions about elements', () => {
  test('count those of visible frames if the page has none', async () => {
    const path = `/framed?middle=${encodeURIComponent(fixture.site.otherOrigin)}`;
    const waiting = { timeoutMs: 200, isBestEffort: true };
    const { result } = await fixture.render(path, {
      waiting: { ...waiting, selector: '#go', hiddenSelector: '#name' },
      assertions: { requiredSelector: '#agree' },
    });
    expect(result.report.waited.map(({ met }) => met)).toEqual([true, false]);
    const failed = await fixture.capture(path, { assertions: { forbiddenSelector: '#agree' } });
    expect(failed).toMatchObject({ reason: 'selector_assertion_failed' });
    const unseen = await fixture.capture('/framed?middle=/green', {
      assertions: { requiredSelector: '#agree' },
    });
    expect(unseen).toMatchObject({ reason: 'selector_assertion_failed' });
  });
});

describe('[CO-D23] a step that is not possible', () => {
  test.each([
    [{ action: 'click', selector: '#none', ms: 200 }, 'no element matched "#none" within 0.2 s'],
    [{ action: 'click', selector: 'a{}b' }, 'the selector "a{}b" is not valid CSS or XPath'],
    [{ action: 'click', selector: '#trap', ms: 200 }, 'covered by div#overlay.cover'],
    [{ action: 'type', selector: '#moving', text: 'a' }, 'the element is no field for text'],
    [{ action: 'select', selector: '#country', text: 'Peru' }, 'there are Germany, New Zealand'],
    [{ action: 'select', selector: '#text', text: 'a' }, 'the element is no list of options'],
    [{ action: 'eval', text: 'missing.value' }, 'the script failed: ReferenceError'],
  ] as const)('fails the capture: %j', async (step, message) => {
    const result = await fixture.capture('/controls', { steps: [{ action: 'wait' }, step] });
    expect(result).toMatchObject({
      ok: false,
      reason: 'selector' in step && step.selector === 'a{}b' ? 'invalid_selector' : 'step_failed',
      detail: expect.stringMatching(new RegExp(`^steps: step 2 \\(${step.action}\\) failed: `)),
      report: { steps: [{ ok: true }, { action: step.action, ok: false }] },
      pageImage: expect.anything(),
    });
    expect(result).toMatchObject({ detail: expect.stringContaining(message) });
  });

  test('is skipped with a warning if it is optional', async () => {
    const { result } = await fixture.render('/controls', {
      steps: [{ action: 'click', selector: '#none', isOptional: true }],
    });
    expect(result.report.warnings).toEqual([
      {
        option: 'steps',
        message: 'Step 1 (click) was skipped: no element matched "#none" within 0.0 s.',
      },
    ]);
  });

  test('is one that goes to no page', async () => {
    const url = `${fixture.site.origin}/nocontent`;
    const result = await fixture.capture('/green', { steps: [{ action: 'goto', url }] });
    expect(result).toMatchObject({
      reason: 'step_failed',
      detail: 'steps: step 1 (goto) failed: the URL leads to no page.',
    });
  });

  test('fails with the error of the page that it goes to', async () => {
    const url = 'http://none.invalid/';
    const result = await fixture.capture('/controls', { steps: [{ action: 'goto', url }] });
    expect(result).toMatchObject({ ok: false, reason: 'dns_error' });
  });
});

describe('[CO-D24] secrets of steps', () => {
  test('are no part of the report, also where the page repeats them', async () => {
    const result = await fixture.capture('/sign-in', { steps: signIn });
    const report = JSON.stringify(result.report);
    expect(report).not.toMatch(/hush/);
    expect(result.report.finalUrl).toContain('password=***');
    expect(result.report.consoleErrors).toContain('typed true ***');
  });

  test('are typed only at origins that the caller names', async () => {
    const url = `/to?url=${encodeURIComponent(`${fixture.site.otherOrigin}/sign-in`)}`;
    const result = await fixture.capture(url, { steps: signIn });
    expect(result).toMatchObject({
      reason: 'step_failed',
      detail: `steps: step 3 (type) failed: secrets are typed only at ${fixture.site.origin}, and the page is ${fixture.site.otherOrigin}.`,
    });
    const steps = [
      { action: 'goto', url: `${fixture.site.otherOrigin}/sign-in` },
      ...signIn,
    ] as const;
    expect((await fixture.render('/green', { steps })).at(50, 50)).toEqual(green);
  });

  test('look like a password in every field', async () => {
    const [shown, hidden] = [await typed(false), await typed(true)];
    expect(hidden.result.image.bytes.equals(shown.result.image.bytes)).toBe(false);
  });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CdpHandlers, CdpSession } from '../src/browser/browser.ts';
import { createProgress } from '../src/lib/progress.ts';
import { createFrameClock } from '../src/page/clock/frame-clock.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/**
 * A clock of a page that answers at once and shows itself with the frame `shownWith`, and counts of its frames and of
 * the time granted.
 */
function createClock(shownWith = 1) {
  const seen = { frames: 0, grantedMs: 0 };
  const times: number[] = [];
  const undrawn: boolean[] = [];
  const listeners: CdpHandlers[] = [];
  const answer = (
    method: string,
    params: {
      readonly budget?: number;
      readonly frameTimeTicks?: number;
      readonly noDisplayUpdates?: boolean;
      readonly screenshot?: object;
    } = {},
  ): object => {
    if (method === 'HeadlessExperimental.beginFrame') {
      seen.frames += 1;
      times.push(params.frameTimeTicks ?? 0);
      undrawn.push(params.noDisplayUpdates ?? false);
      const screenshotData = params.screenshot === undefined ? undefined : Buffer.from('image');
      return { hasDamage: seen.frames === shownWith, screenshotData };
    }
    seen.grantedMs += params.budget ?? 0;
    for (const handlers of listeners) handlers['Emulation.virtualTimeBudgetExpired']?.(undefined);
    return { virtualTimeTicksBase: 1 };
  };
  const session: CdpSession = {
    send: (method, params) => Promise.resolve(answer(method, Object(params)) as never),
    on(handlers) {
      listeners.push(handlers);
      return () => undefined;
    },
  };
  const progress = createProgress();
  const childFrames = new Map<string, CdpSession>();
  const page = { session, mainFrameId: 'main', progress, childFrames };
  const clock = createFrameClock({ ...page, hasTasks: () => false });
  return { clock, seen, times, undrawn };
}

/** Follows real time in waits that each end after `eachMs`, because the page has changed. */
async function followChanges(
  clock: ReturnType<typeof createClock>['clock'],
  { count, eachMs }: { readonly count: number; readonly eachMs: number },
): Promise<void> {
  for (let change = 0; change < count; change += 1) {
    const changed = new Promise<void>((resolve) => void setTimeout(resolve, eachMs));
    const followed = clock.follow(250, changed);
    await vi.advanceTimersByTimeAsync(eachMs);
    await followed;
  }
}

test('a page that loads gets a frame every 33 ms, however often it changes', async () => {
  const { clock, seen } = createClock();
  await followChanges(clock, { count: 165, eachMs: 2 });
  expect(seen).toEqual({ frames: 10, grantedMs: 0 });
  expect(clock.elapsedMs).toBe(330);
});

test('short waits add up on the clock, with a frame every 16 ms', async () => {
  const { clock, seen } = createClock();
  clock.start();
  await followChanges(clock, { count: 80, eachMs: 2 });
  expect(seen).toEqual({ frames: 10, grantedMs: 160 });
});

test('a page is at rest after two frames without a change, until something may have changed it', async () => {
  const { clock } = createClock();
  for (const _ of ['shown', 'first without a change']) {
    await clock.advance(50);
    expect(clock.isAtRest).toBe(false);
  }
  await clock.advance(50);
  expect(clock.isAtRest).toBe(true);
  await clock.renderDuring(Promise.resolve());
  expect(clock.isAtRest).toBe(false);
});

test('the time in which a page loaded is not granted to it once more', async () => {
  const { clock, seen } = createClock();
  await followChanges(clock, { count: 1, eachMs: 20 });
  clock.start();
  await followChanges(clock, { count: 8, eachMs: 2 });
  expect(seen).toEqual({ frames: 1, grantedMs: 16 });
  expect(clock.elapsedMs).toBe(36);
});

test('two frames are at least a millisecond apart, because the browser answers no closer ones', async () => {
  const { clock, times } = createClock();
  for (const ms of [50, 1e-9, 0]) await clock.advance(ms);
  expect(times).toEqual([51, 52, 53]);
});

test('the clock waits at its first step until a frame shows the document', async () => {
  const { clock, seen, times } = createClock(4);
  const advanced = clock.advance(50);
  await vi.advanceTimersByTimeAsync(100);
  expect(await advanced).toBe(true);
  expect(times).toEqual([51, 52, 53, 54]);
  expect(seen.grantedMs).toBe(53);
  expect(await clock.advance(50)).toBe(false);
  expect(seen.frames).toBe(5);
});

test('a document that no frame shows is waited for only once', async () => {
  const { clock, seen } = createClock(Infinity);
  const advanced = clock.advance(50);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await advanced).toBe(false);
  const { frames } = seen;
  await clock.advance(50);
  expect(seen.frames).toBe(frames + 1);
});

test("the screenshot's frame is later than the one before, because older browsers answer none of the same time", async () => {
  const { clock, times } = createClock();
  await clock.advance(50);
  await clock.screenshot({ format: 'png' });
  expect(times).toEqual([51, 52]);
});

test('time can pass with a frame that runs the callbacks of the page without drawing', async () => {
  const { clock, seen, times, undrawn } = createClock();
  await clock.advance(50);
  await clock.advanceUndrawn(50);
  expect(seen).toEqual({ frames: 2, grantedMs: 100 });
  expect(times).toEqual([51, 101]);
  expect(undrawn).toEqual([false, true]);
  expect(clock.elapsedMs).toBe(100);
  await clock.advance(50);
  expect(undrawn).toEqual([false, true, false]);
});

test('frames that are not drawn do not tell whether the page has changed', async () => {
  const { clock } = createClock();
  await clock.advance(50);
  for (const _ of ['first', 'second']) await clock.advanceUndrawn(50);
  expect([clock.changeCount, clock.isAtRest]).toEqual([1, false]);
});

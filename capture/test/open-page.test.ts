import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCdpConnection } from '../src/browser/cdp-connection.ts';
import { defaultLimits } from '../src/limits.ts';
import { collectConsoleErrors } from '../src/page/console-errors.ts';
import { createHearing } from '../src/page/hearing.ts';
import { createInterception } from '../src/page/intercept.ts';
import { startPage } from '../src/page/open-page.ts';
import { specOf } from './engine-fixture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the settings of a page whose server never answers do not fail before the visit itself does', async () => {
  const silent = { input: new PassThrough(), output: new PassThrough(), onBroken: () => undefined };
  const session = createCdpConnection(silent).session('page');
  const spec = specOf('http://example.com/');
  const interception = createInterception(session, spec, 'frame');
  let failure: unknown;
  startPage({
    session,
    spec,
    interception,
    hearing: createHearing(session, 'frame', interception),
    consoleErrors: collectConsoleErrors(session),
    limits: defaultLimits,
  }).catch((err: unknown) => (failure = err));
  await vi.advanceTimersByTimeAsync(defaultLimits.navigationMs + 1_000);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failure).toMatchObject({ message: expect.stringContaining('no answer within') });
});

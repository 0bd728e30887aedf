import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultIdentity } from '../src/browser/browser-identity.ts';
import { createCdpConnection } from '../src/cdp/connection.ts';
import { defaultLimits } from '../src/limits.ts';
import { createInterception } from '../src/page/network/interception.ts';
import { configureAndResume } from '../src/page/open-page.ts';
import { specOf } from './engine-fixture.ts';
import { unblockedHosts as hosts } from './spec-of.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the settings of a page whose server never responds do not fail before the navigation does', async () => {
  const silent = { input: new PassThrough(), output: new PassThrough(), onBroken: () => undefined };
  const session = createCdpConnection(silent).session('page');
  const spec = specOf('http://example.com/');
  const interception = createInterception(session, spec, {
    mainFrameId: 'frame',
    proxySession: { hosts },
  });
  let failure: unknown;
  configureAndResume({
    clockKind: 'virtual',
    browser: { version: 'HeadlessChrome/156.0.0.1', identity: defaultIdentity },
    session,
    spec,
    interception,
    limits: defaultLimits,
  }).catch((err: unknown) => (failure = err));
  await vi.advanceTimersByTimeAsync(defaultLimits.navigationTimeoutMs + 1_000);
  expect(failure).toBeUndefined();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failure).toMatchObject({ message: expect.stringContaining('no response within') });
});

import { execFile } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { encodeCbor } from '../src/cdp/cbor.ts';
import { defaultIdentity } from '../src/browser/browser-identity.ts';
import { createCdpConnection } from '../src/cdp/connection.ts';
import type { CaptureSpec } from '../src/index.ts';
import { defaultLimits } from '../src/limits.ts';
import { createInterception } from '../src/page/network/interception.ts';
import { unblockedHosts as hosts } from './spec-of.ts';
import { configureAndResume } from '../src/page/open-page.ts';
import { withRejectionOwner } from '../src/rejections.ts';
import { specOf, useEngine } from './engine-fixture.ts';

const fixture = useEngine();
const pasted: CaptureSpec = {
  ...specOf('about:blank'),
  source: { kind: 'html', html: '<body style="background:#0a4">pasted' },
};

/** Collects unhandled rejections, which would end a server. */
function collectRejections(): unknown[] {
  const rejections: unknown[] = [];
  const collect = (reason: unknown): void => void rejections.push(reason);
  process.on('unhandledRejection', collect);
  onTestFinished(() => void process.off('unhandledRejection', collect));
  return rejections;
}

/** Resolves when the capture's slot is free again. */
async function idle(): Promise<void> {
  await expect.poll(() => fixture.engine.stats().running, { timeout: 20_000 }).toBe(0);
}

test('cancelling the capture of a page whose script never pauses leaves no rejection unhandled', async () => {
  const rejections = collectRejections();
  for (const afterMs of [1_100, 1_400, 1_700, 2_000]) {
    const cancelling = new AbortController();
    const loading = Promise.withResolvers<void>();
    const captured = fixture.engine.capture(specOf(`${fixture.site.origin}/busy-early`), {
      owner: 'test',
      signal: cancelling.signal,
      onPhase: (phase) => {
        if (phase === 'loading') loading.resolve();
      },
    });
    await loading.promise;
    await sleep(afterMs);
    cancelling.abort();
    expect(await captured).toMatchObject({ ok: false, reason: 'render_timeout' });
  }
  await idle();
  expect(rejections).toEqual([]);
});

// Ten captures that each start two browsers: a busy machine needs more than a minute.
test(
  'a browser that exits while inline HTML opens leaves no rejection unhandled',
  { timeout: 180_000 },
  async () => {
    const rejections = collectRejections();
    for (let afterMs = 0; afterMs < 40; afterMs += 4) {
      const loading = Promise.withResolvers<void>();
      const captured = fixture.engine.capture(pasted, {
        owner: 'test',
        onPhase: (phase) => {
          if (phase === 'loading') loading.resolve();
        },
      });
      await loading.promise;
      await sleep(afterMs);
      for (const pid of fixture.engine.stats().browserPids) process.kill(pid, 'SIGKILL');
      const result = await captured;
      expect(result.ok ? 'ok' : `${result.reason}: ${result.detail}`).toBe('ok');
    }
    await idle();
    expect(rejections).toEqual([]);
  },
);

test('a connection that ends while a page is configured is reported once, by the configuration', async () => {
  const rejections = collectRejections();
  const silent = { input: new PassThrough(), output: new PassThrough(), onBroken: () => undefined };
  const connection = createCdpConnection(silent);
  const session = connection.session('page');
  const interception = createInterception(session, pasted, {
    mainFrameId: 'frame',
    proxySession: { hosts },
  });
  const starting = configureAndResume({
    clockKind: 'virtual',
    browser: { version: 'HeadlessChrome/156.0.0.1', identity: defaultIdentity },
    session,
    spec: pasted,
    interception,
    limits: defaultLimits,
  }).catch((err: unknown) => err);
  connection.fail('the browser has exited.');
  expect(await starting).toMatchObject({ message: expect.stringContaining('has exited') });
  await sleep(0);
  expect(rejections).toEqual([]);
});

test('an unexpected rejection ends only its own capture, with a reason', async () => {
  const program = fileURLToPath(new URL('unexpected-rejection.ts', import.meta.url));
  const run = promisify(execFile)(process.execPath, [program], { timeout: 60_000 });
  const { code, stdout } = await run.catch((error: unknown) => Object(error));
  expect(JSON.parse(stdout)).toEqual({
    first: ['page_crashed: The browser could not render the page (a mistake in the engine).', 'ok'],
    next: true,
    unexpectedErrors: 2,
  });
  expect(code).toBe(3);
});

test('an event handler that throws fails its own capture, not the connection', () => {
  const output = new PassThrough();
  let breaks = 0;
  const onBroken = () => (breaks += 1);
  const connection = createCdpConnection({ input: new PassThrough(), output, onBroken });
  const frameIds: string[] = [];
  const errors: unknown[] = [];
  withRejectionOwner({ fail: (error) => errors.push(error) }, () =>
    connection.session('one').on({
      'Page.frameDetached': () => {
        throw new Error('a mistake in a handler');
      },
    }),
  );
  connection.session('two').on({ 'Page.frameDetached': ({ frameId }) => frameIds.push(frameId) });
  for (const sessionId of ['one', 'two']) {
    const params = { frameId: sessionId, reason: 'remove' };
    output.write(encodeCbor({ method: 'Page.frameDetached', params, sessionId }));
  }
  expect(frameIds).toEqual(['two']);
  expect(errors).toMatchObject([{ message: 'a mistake in a handler' }]);
  expect(breaks).toBe(0);
});

test('a browser start without free file descriptors fails with a message, and the process survives', async () => {
  const program = fileURLToPath(new URL('no-descriptors.ts', import.meta.url));
  const limited = ['-c', 'ulimit -n 256; exec "$0" "$1"', process.execPath, program];
  const { stdout } = await promisify(execFile)('sh', limited, { timeout: 30_000 });
  expect(stdout.trim()).toBe(
    'The browser cannot be started: this process has reached its limit of open files.',
  );
});

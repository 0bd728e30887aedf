import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { exitCodes } from './shutdown.ts';

const spinning = '<body style="background:#0a4"><script>for (;;);</script>';

/** Starts a server on an empty data folder; returns it with the key from its startup banner. */
async function startProduct() {
  const dataDir = mkdtempSync(join(tmpdir(), 'shotwright-end-'));
  chmodSync(dataDir, 0o711);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    await end(child);
    rmSync(dataDir, { recursive: true, force: true });
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  while (!text.includes('-o shot.png')) {
    await once(child.stdout, 'data', { signal: AbortSignal.timeout(60_000) });
  }
  const [, url = ''] = /Dashboard {2}(http:\/\/localhost:\d+)/.exec(text) ?? [];
  const [, key = ''] = /x-api-key: (\S+)"/.exec(text) ?? [];
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  const call = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${url}/api/v1${path}`, init);
    return Object(await response.json()) as Record<string, unknown>;
  };
  const read = (id: unknown) => call('GET', `/screenshots/${String(id)}`);
  return { child, call, read, url };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** Returns the process ids of the browsers that a server has started. */
function browsersOf(serverPid: number | undefined): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      const read = (file: string): string => {
        try {
          return readFileSync(`/proc/${pid}/${file}`, 'latin1');
        } catch {
          return '';
        }
      };
      const [, parent] = read('stat').split(') ').at(-1)?.split(' ') ?? [];
      const line = read('cmdline');
      return parent === String(serverPid) && line.includes('--remote-debugging-pipe');
    });
}

test('the server survives cancelled captures of blocking pages and browsers that crash while HTML loads', async () => {
  const { child, call, read, url } = await startProduct();
  for (const afterMs of [1_200, 1_500, 1_800]) {
    const { requestId } = await call('POST', '/html-to-image', { html: spinning });
    await expect.poll(async () => (await read(requestId))['status']).toBe('PROCESSING');
    await sleep(afterMs);
    const cancelled = await call('POST', `/screenshots/${String(requestId)}/cancel`);
    expect(cancelled).toMatchObject({ code: 'cancelled' });
  }
  for (let afterMs = 0; afterMs < 40; afterMs += 4) {
    const { requestId } = await call('POST', '/html-to-image', { html: '<h1>still here' });
    await sleep(afterMs);
    for (const pid of browsersOf(child.pid)) process.kill(pid, 'SIGKILL');
    const status = async () => (await read(requestId))['status'];
    await expect.poll(status, { timeout: 30_000 }).toMatch(/COMPLETE|FAILED/);
  }
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  expect([child.exitCode, child.signalCode]).toEqual([null, null]);
}, 180_000);

test.each([
  ['an error', "new Error('a mistake')"],
  ['nothing', 'undefined'],
])(
  'an unhandled rejection with %s outside the engine closes the server and exits with an error code',
  async (_, reason) => {
    const program = `
    import { closeOnExit } from ${JSON.stringify(join(import.meta.dirname, 'shutdown.ts'))};
    import { silentLogger } from ${JSON.stringify(join(import.meta.dirname, 'lib', 'logger.ts'))};
    closeOnExit({ logger: silentLogger, close: async () => console.log('closed') });
    setInterval(() => undefined, 1_000);
    Promise.reject(${reason});`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const [code] = await once(child, 'close');
    expect([code, text]).toEqual([exitCodes.crashed, 'closed\n']);
  },
);

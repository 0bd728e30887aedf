import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { launchError } from '../src/browser/launch-error.ts';
import { resolveExecutable } from '../src/browser/resolve-executable.ts';
import type { LaunchedBrowser } from '../src/browser/launch-browser.ts';
import { launchBrowser } from '../src/browser/launch-browser.ts';
import { preparePackagedBrowser } from '../src/browser/bundled-chromium.ts';
import { sessionPids } from '../src/browser/pool/process-memory.ts';
import { openTestPage } from './browser-page.ts';

const isRoot = process.getuid?.() === 0;

async function withBrowser(use: (browser: LaunchedBrowser) => Promise<void>): Promise<void> {
  const browser = await launchBrowser({ found: await resolveExecutable(''), sandbox: 'on' });
  try {
    await use(browser);
  } finally {
    await browser.end();
  }
}

function commandLine(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
}

function statusField(pid: number, name: string): string {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(text)?.[1] ?? '';
}

test('pages run in sandboxed renderers: seccomp on, separate PID namespace', async () => {
  await withBrowser(async (browser) => {
    await openTestPage(browser);
    const renderers = sessionPids(browser.pid).filter((pid) =>
      commandLine(pid).includes('--type=renderer'),
    );
    expect(renderers.length).toBeGreaterThan(0);
    for (const pid of renderers) {
      expect(statusField(pid, 'Seccomp')).toBe('2');
      expect(statusField(pid, 'NSpid').split(/\s+/).length).toBeGreaterThan(1);
    }
  });
});

test.runIf(isRoot)('started by root, no browser process retains a root privilege', async () => {
  await withBrowser(async (browser) => {
    await openTestPage(browser);
    expect(browser.uid).toBeGreaterThan(0);
    for (const pid of sessionPids(browser.pid)) {
      const ids = Array.from({ length: 4 }, () => browser.uid).join('\t');
      expect([statusField(pid, 'Uid'), statusField(pid, 'Gid')]).toEqual([ids, ids]);
      expect(statusField(pid, 'Groups').trim()).toBe('');
    }
  });
});

test('the browser does not inherit the environment of the server', async () => {
  process.env.SHOTWRIGHT_TEST_SECRET = 'not for pages';
  await withBrowser(async (browser) => {
    const text = await new Promise<string>((resolve, reject) => {
      execFile('cat', [`/proc/${browser.pid}/environ`], (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
    });
    const names = text
      .split('\0')
      .filter(Boolean)
      .map((pair) => pair.split('=')[0]);
    expect(names.filter((name) => !['HOME', 'TMPDIR', 'LANG'].includes(name ?? ''))).toEqual([]);
  });
  delete process.env.SHOTWRIGHT_TEST_SECRET;
});

test('no debugging port is opened, and the sandbox is on', async () => {
  await withBrowser(async (browser) => {
    const flags = commandLine(browser.pid);
    expect(flags).toContain('--remote-debugging-pipe');
    expect(flags).not.toMatch(
      /remote-debugging-port|no-sandbox|disable-web-security|single-process/,
    );
  });
});

test('a browser context without a proxy has no network access, loopback included', async () => {
  let hits = 0;
  const canary = createServer((_req, res) => {
    hits += 1;
    res.end();
  }).listen(0, '127.0.0.1');
  await once(canary, 'listening');
  const address = canary.address();
  const port = typeof address === 'object' ? address?.port : 0;
  await withBrowser(async (browser) => {
    const page = await openTestPage(browser);
    expect(await page.navigation(`http://127.0.0.1:${port}/`)).toBe(
      'net::ERR_PROXY_CONNECTION_FAILED',
    );
    expect(await page.navigation(`http://localhost:${port}/`)).toBe(
      'net::ERR_PROXY_CONNECTION_FAILED',
    );
  });
  canary.close();
  expect(hits).toBe(0);
});

test.each([
  ['page', false],
  ['browser', true],
])('a server killed with a frozen %s leaves no process behind', async (_what, isBrowserFrozen) => {
  const owner = spawn(
    process.execPath,
    [fileURLToPath(new URL('browser-owner.ts', import.meta.url))],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [output] = await once(owner.stdout, 'data');
  const browserPid = Number(String(output));
  expect(sessionPids(browserPid).length).toBeGreaterThan(3);
  // A stopped process reads no pipe: only the kernel's parent-death signal ends it.
  if (isBrowserFrozen) process.kill(browserPid, 'SIGSTOP');
  owner.kill('SIGKILL');
  const deadline = performance.now() + 15_000;
  while (sessionPids(browserPid).length > 0 && performance.now() < deadline) await sleep(20);
  expect(sessionPids(browserPid)).toEqual([]);
});

test.runIf(isRoot)('an executable that only root can access is not used as browser', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'browser-private-'));
  const program = join(folder, 'chrome-headless-shell');
  await cp('/bin/true', program);
  await expect(resolveExecutable(program)).rejects.toThrow(
    "is not a program that the browser's user can run",
  );
  await chmod(folder, 0o755);
  await expect(resolveExecutable(program)).resolves.toMatchObject({
    path: program,
    kind: 'headless-shell',
  });
  await rm(folder, { recursive: true });
});

test.runIf(process.arch === 'x64')(
  "the packaged browser is unpacked for the browser's user, belongs to the server, and renders in the sandbox",
  async () => {
    const parent = await mkdtemp(join(tmpdir(), 'browser-packaged-'));
    await chmod(parent, 0o755);
    try {
      const [found, again] = await Promise.all([
        preparePackagedBrowser(parent),
        preparePackagedBrowser(parent),
      ]);
      expect(again).toEqual(found);
      const { uid, mode } = await stat(found.path);
      expect([uid, mode & 0o777]).toEqual([process.getuid?.(), 0o755]);
      const browser = await launchBrowser({ found, sandbox: 'on' });
      const page = await openTestPage(browser);
      const { data } = await page.session.send('Page.captureScreenshot', { format: 'png' });
      expect(data.length).toBeGreaterThan(100);
      await browser.end();
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  },
);

test("a foreign directory in the bundled browser's place is rejected", async () => {
  const parent = await mkdtemp(join(tmpdir(), 'browser-foreign-'));
  const version = /"version": "(.*)"/.exec(
    readFileSync(new URL('../package.json', import.meta.resolve('@sparticuz/chromium')), 'utf8'),
  )?.[1];
  const target = join(parent, `shotwright-chromium-${version}-${process.getuid?.()}`);
  await mkdir(target);
  await chmod(target, 0o777);
  await expect(preparePackagedBrowser(parent)).rejects.toThrow('was not created by this server');
  await rm(parent, { recursive: true });
});

test.each([
  [
    'FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox! If you are running',
    'The sandbox of /x cannot start on this host',
  ],
  [
    'Running as root without --no-sandbox is not supported.',
    'The sandbox of /x cannot start on this host',
  ],
  [
    '/x: error while loading shared libraries: libnss3.so: cannot open',
    '/x needs the library libnss3.so',
  ],
  ['first\nlast words', '/x did not start in time; its last output: last words.'],
  ['', '/x did not start in time.'],
])('a failed start that prints "%s" is explained', (output, sentence) => {
  expect(launchError({ path: '/x', spawnError: undefined, stderr: output })).toContain(sentence);
});

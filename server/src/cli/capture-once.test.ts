import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Each capture starts a whole server. Unit: ms. */
const timeout = 180_000;
const program = join(import.meta.dirname, 'capture-once.ts');
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const pngEnd = Buffer.from([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
const { PATH, NODE_COMPILE_CACHE, BROWSER_PATH } = process.env;

async function site(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
}

/** Runs the program with a folder of its own for temporary files; `leftovers` are in it at the end. */
async function capture(args: readonly string[], options: Options = {}) {
  // The path of the socket of PostgreSQL may be at most 107 bytes long.
  const folder = mkdtempSync('/tmp/once-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = {
    PATH,
    NODE_COMPILE_CACHE,
    BROWSER_PATH,
    TMPDIR: folder,
    ALLOW_PRIVATE_TARGETS: '127.0.0.1/32',
    // Settings of an installation, which the program must not use.
    DATABASE_URL: 'postgres://unused/db',
    ROLES: 'api',
  };
  const child = spawn(process.execPath, [program, ...args], { env });
  const interrupted = options.stopAfter?.then(() => child.kill('SIGTERM'));
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.end(options.stdin ?? '');
  await once(child, 'close');
  await interrupted;
  // The packaged browser is unpacked once for all processes and stays.
  const leftovers = readdirSync(folder).filter((name) => !name.startsWith('shotwright-chromium-'));
  return { code: child.exitCode, stdout: Buffer.concat(stdout), stderr, leftovers };
}

interface Options {
  readonly stdin?: string;
  readonly stopAfter?: Promise<unknown>;
}

test(
  '[DX-13] one capture writes its image, and nothing else, without a running server',
  { timeout },
  async () => {
    const page = await site((_req, res) =>
      res.setHeader('content-type', 'text/html').end('<h1>One'),
    );
    const { code, stdout, stderr, leftovers } = await capture([page, '--width', '300']);
    expect([code, stderr, leftovers]).toEqual([0, '', []]);
    expect(stdout.subarray(0, 4)).toEqual(pngStart);
    expect(stdout.subarray(-8)).toEqual(pngEnd);
    expect(stdout.readUInt32BE(16)).toBe(300);
  },
);

test(
  '[DX-13] an error of the page or of an option is on the standard error, with the exit code of the command',
  { timeout },
  async () => {
    const html = ['--html', '-'];
    const failed = await capture([...html, '--element-selector', '#absent'], { stdin: '<p>Text' });
    expect(failed).toMatchObject({ code: 4, leftovers: [] });
    expect([failed.stdout.length, failed.stderr]).toEqual([
      0,
      expect.stringMatching(/^Error: .*\(selector_not_found\)\n/),
    ]);
    const wrong = await capture([...html, '--width', '5'], { stdin: '<p>Text' });
    expect(wrong).toMatchObject({ code: 2, leftovers: [] });
    expect(wrong.stderr).toContain('--width must be a whole number from 100 to 7680');
  },
);

test(
  '[DX-13] a stopped capture ends with its own exit code and leaves nothing',
  { timeout },
  async () => {
    const requested = Promise.withResolvers<void>();
    const page = await site(() => requested.resolve());
    const stopped = await capture([page], { stopAfter: requested.promise });
    expect(stopped).toMatchObject({ code: 130, leftovers: [] });
    expect(stopped.stdout.length).toBe(0);
  },
);

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { serve } from '../../sdk/test/http.ts';
import { runCommand } from './run.ts';

const { url, keys } = inject('product');
const env = { SHOTWRIGHT_URL: url, SHOTWRIGHT_API_KEY: keys.cli };

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shotwright-batch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A site whose page `/broken` has no heading until it is repaired, and the paths of its visits. */
async function startSite() {
  const visits: string[] = [];
  const state = { isBroken: true };
  const site = await serve((req, res) => {
    if (req.url !== '/favicon.ico') visits.push(req.url ?? '');
    res.setHeader('content-type', 'text/html');
    res.end(req.url === '/broken' && state.isBroken ? '<p>Text' : '<h1>Heading</h1>');
  });
  return { site, visits, state };
}

test('[DX-10] a batch stores an image for each URL, and a repeated run makes only what is missing', async () => {
  const { site, visits, state } = await startSite();
  const cwd = newFolder();
  const list = ['# pages', `${site}/a`, '', `${site}/a`, `${site}/b?x=1`, `${site}/broken`];
  writeFileSync(join(cwd, 'urls.txt'), list.join('\r\n'));
  const flags = ['--element-selector', 'h1', '--file-type', 'webp'];
  const run = (...more: readonly string[]) =>
    runCommand(['batch', 'urls.txt', '-o', 'out', ...flags, ...more], { env, cwd });
  const images = () => readdirSync(join(cwd, 'out')).filter((name) => !name.startsWith('.'));

  const first = await run();
  expect(first.code).toBe(4);
  expect(first.stderr).toContain('1 of 3 captures failed.');
  const lines = first.stdout.toString().trim().split('\n');
  expect(lines.at(-1)).toBe('2 saved, 0 skipped, 1 failed, 0 not started');
  expect(lines).toContainEqual(
    expect.stringMatching(`^failed {2}${site}/broken {2}.*selector_not`),
  );
  const host = site.replace('http://', '').replace(':', '-');
  expect(images()).toEqual([
    expect.stringMatching(`^${host}-a-[0-9a-f]{8}\\.webp$`),
    expect.stringMatching(`^${host}-b-[0-9a-f]{8}\\.webp$`),
  ]);
  const [image = ''] = images();
  const bytes = readFileSync(join(cwd, 'out', image));
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');

  state.isBroken = false;
  visits.length = 0;
  const second = await run('--json');
  expect([second.code, visits]).toEqual([0, ['/broken']]);
  const [saved, { summary }] = second.stdout
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(saved).toMatchObject({ url: `${site}/broken`, creditsCharged: 1 });
  expect(summary).toEqual({ saved: 1, skipped: 2, failed: 0, notStarted: 0 });

  // A run that was killed before it had stored the image: the capture is not made again.
  visits.length = 0;
  rmSync(join(cwd, 'out', image));
  expect([(await run()).code, visits]).toEqual([0, []]);
  expect(readFileSync(join(cwd, 'out', image))).toEqual(bytes);
  // Other options make other images.
  expect((await run('--width', '300')).stdout.toString()).toContain('3 saved, 0 skipped');
  expect(images()).toHaveLength(6);
});

test('[DX-10] an error that every URL would have stops a batch with its exit code', async () => {
  const cwd = newFolder();
  const stdin = Array.from({ length: 9 }, (_, index) => `http://127.0.0.1/${index}`).join('\n');
  const run = (args: readonly string[], options: Parameters<typeof runCommand>[1] = {}) =>
    runCommand(['batch', '-', '-o', '.', '--parallel', '2', ...args], {
      env,
      cwd,
      stdin,
      ...options,
    });
  const wrongKey = await run([], { env: { ...env, SHOTWRIGHT_API_KEY: 'sk_live_wrong' } });
  expect([wrongKey.code, wrongKey.stderr]).toEqual([3, expect.stringContaining('api_key_invalid')]);
  expect(wrongKey.stdout.toString()).toBe('0 saved, 0 skipped, 0 failed, 7 not started\n');
  const wrongOption = await run(['--width', '5']);
  expect([wrongOption.code, wrongOption.stderr]).toEqual([2, expect.stringContaining('--width')]);
  expect((await run(['--parallel', '17'])).stderr).toContain('a whole number from 1 to 16');
  expect((await run([], { stdin: '# none' })).stderr).toContain('one URL a line');
  const wrongUrls = await run([], { stdin: 'not a URL\nftp://example.com/' });
  expect([wrongUrls.code, wrongUrls.stdout.toString()]).toEqual([
    4,
    expect.stringContaining('0 saved, 0 skipped, 2 failed, 0 not started'),
  ]);
});

test('[DX-10] --parallel captures run at the same time, and Ctrl-C starts no further one', async () => {
  const waiting: (() => void)[] = [];
  const full = Promise.withResolvers<void>();
  let most = 0;
  const body = {
    code: 'invalid_url',
    message: 'No.',
    details: { fields: [{ path: 'url', message: 'no' }] },
  };
  const server = await serve((_req, res) => {
    waiting.push(() => {
      res.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    most = Math.max(most, waiting.length);
    if (waiting.length === 3) full.resolve();
  });
  const stdin = Array.from({ length: 8 }, (_, index) => `https://example.com/${index}`).join('\n');
  const interruptAfter = full.promise.then(async () => {
    for (const respond of waiting.splice(0, 2)) respond();
    while (waiting.length < 3) await nextTurn();
  });
  const args = ['batch', '-', '-o', newFolder(), '--parallel', '3', '--server', server];
  const { code, stdout } = await runCommand(args, { env, stdin, interruptAfter });
  expect([code, most]).toEqual([130, 3]);
  expect(stdout.toString()).toContain('0 saved, 0 skipped, 2 failed, 3 not started');
});

test('[DX-10] [RP-3] sitemap lists the pages of a website, one URL a line', async () => {
  const site = await serve((req, res) => {
    const locations = ['/a', '/b', '/c'].map(
      (path) => `<url><loc>http://${req.headers.host}${path}</loc></url>`,
    );
    res.end(`<urlset>${locations.join('')}</urlset>`);
  });
  const flags = ['--exclude', '/b', '--limit', '1'];
  const listed = await runCommand(['sitemap', `${site}/sitemap.xml`, ...flags], { env });
  expect([listed.code, listed.stdout.toString()]).toEqual([0, `${site}/a\n`]);
  expect(listed.stderr).toContain('The sitemap has more pages.');
  const wrong = await runCommand(['sitemap', site, '--limit', 'all'], { env });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--limit: must be')]);
});

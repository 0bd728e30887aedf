import { execFileSync } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { optionTable } from '@shotwright/sdk/options';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { serve, unusedUrl } from '../../sdk/test/http.ts';
import { startProgress } from '../src/output/progress.ts';
import { runCommand } from './run.ts';

const { url, keys } = inject('product');
const env = { SHOTWRIGHT_URL: url, SHOTWRIGHT_API_KEY: keys.cli };
const folder = mkdtempSync(join(tmpdir(), 'shotwright-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], options: Parameters<typeof runCommand>[1] = {}) =>
  runCommand(args, { env, cwd: folder, ...options });
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

test('[DX-10] a page and HTML are captured to a file, to a folder and to the standard output', async () => {
  const site = await serve((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end('<h1>A page with text</h1>');
  });
  const target = `${site}/${randomUUID()}`;
  const shot = await run(['capture', target, '-o', 'page.png', '--width', '300', '--json']);
  expect([shot.code, shot.stderr]).toEqual([0, '']);
  const { id, path, imageWidth } = JSON.parse(shot.stdout.toString());
  expect([path, imageWidth]).toEqual(['page.png', 300]);
  expect(readFileSync(join(folder, 'page.png')).subarray(0, 4)).toEqual(pngStart);

  mkdirSync(join(folder, 'images'));
  writeFileSync(join(folder, 'page.html'), '<h1>From a file</h1>');
  const html = await run(['capture', '--html', 'page.html', '--file-type', 'jpeg', '-o', 'images']);
  expect(html.stdout.toString()).toMatch(
    /^images\/\S+\.jpg {2}1280 × 720 {2}\S+ kB {2}1 credit {2}/,
  );
  expect(readdirSync(join(folder, 'images'))).toHaveLength(1);

  const piped = await run(
    ['html', '-', '-o', '-', '--hide-selectors', 'b', '--hide-selectors', 'i'],
    {
      stdin: '<h1>Piped</h1><b>1</b><i>2</i>',
    },
  );
  expect([piped.code, piped.stdout.subarray(0, 4)]).toEqual([0, pngStart]);

  const old = await run(['shot', target, '-o', 'old.png', '--width', '300']);
  expect(old.stdout.toString()).toContain('300 × ');
  const none = await run(['capture']);
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringContaining('the URL of the page or --html'),
  ]);
  expect((await run(['capture', target, '--html', 'page.html'])).code).toBe(2);
  const misplaced = await run([
    'capture',
    target,
    '--base-url',
    'https://example.com',
    '-o',
    'x.png',
  ]);
  expect([misplaced.code, misplaced.stderr]).toEqual([2, expect.stringContaining('--base-url')]);

  const listed = await run(['files', 'list', '--url', target]);
  expect(listed.stdout.toString()).toContain(`${id}  COMPLETE  `);
  const details = await run(['files', 'get', id]);
  expect(details.stdout.toString()).toContain(target);
  expect((await run(['files', 'save', id, '-o', 'again.png'])).code).toBe(0);
  expect(readFileSync(join(folder, 'again.png'))).toEqual(readFileSync(join(folder, 'page.png')));
  expect((await run(['files', 'rm', id])).stdout.toString()).toBe(`Deleted ${id}\n`);
  const absent = await run(['files', 'get', id, '--json']);
  expect([absent.code, JSON.parse(absent.stderr).error.code]).toEqual([7, 'screenshot_not_found']);
});

test('[DX-10] usage, devices and doctor read the server, and doctor leaves no screenshot', async () => {
  const estimate = await run(['estimate', 'https://example.com/', '--full-page']);
  expect(estimate.stdout.toString()).toMatch(/^capture +1\nfull_page +1\ncredits in all +2\n$/);
  const usage = await run(['usage']);
  expect(usage.stdout.toString()).toMatch(/Credits left {2}\d+/);
  const { devices } = JSON.parse((await run(['devices', '--json'])).stdout.toString());
  expect(devices.length).toBeGreaterThan(100);
  const doctor = await run(['doctor', '--json']);
  const { isOk, checks } = JSON.parse(doctor.stdout.toString());
  expect([doctor.code, isOk, checks.length]).toEqual([0, true, 4]);
  const [, id = ''] = /deleted (\S+)$/.exec(checks[3].text) ?? [];
  expect((await run(['files', 'get', id])).code).toBe(7);
});

test('[DX-10] a link is signed and opened, and the content of a page is printed or stored', async () => {
  const site = await serve((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end('<title>Shop</title><h1>Prices</h1><a href="/a">A</a>');
  });
  const target = `${site}/${randomUUID()}`;
  const link = await run(['link', target, '--width', '300', '--name', 'shop.webp']);
  expect(link.stdout.toString()).toMatch(/^\S+\/take\/shop\.webp\?\S+&signature=\S+\n$/);
  const image = await fetch(link.stdout.toString().trim());
  expect([image.status, image.headers.get('x-image-width')]).toEqual([200, '300']);
  const pattern = await run(['link', '--pattern', `${site}/*`, '--expires-in', '60', '--json']);
  const { url: open, creditRequired, expiresAt } = JSON.parse(pattern.stdout.toString());
  expect(Date.parse(expiresAt)).toBeLessThan(Date.now() + 61_000);
  expect([open, creditRequired]).toEqual([expect.stringMatching(/\/take\?link=\S+&url=$/), 1]);
  const both = await run(['link', target, '--pattern', target]);
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('or --pattern')]);
  const secret = await run(['link', target, '--cookies', 'a=b']);
  expect([secret.code, secret.stderr]).toEqual([2, expect.stringContaining('--cookies')]);

  expect((await run(['extract', target])).stdout.toString()).toContain('# Prices');
  const stored = await run(['extract', target, '--as', 'links', '-o', 'links.json']);
  expect(stored.stdout.toString()).toBe('links.json\n');
  expect(readFileSync(join(folder, 'links.json'), 'utf8')).toContain(`${site}/a`);
  const metadata = await run(['extract', target, '--as', 'metadata', '--json']);
  const { content, status } = JSON.parse(metadata.stdout.toString());
  expect([JSON.parse(content).title, status]).toEqual(['Shop', 'COMPLETE']);
  expect((await run(['extract', target, '--as', 'pdf'])).code).toBe(2);
  const { apiKeys } = JSON.parse((await run(['keys', '--json'])).stdout.toString());
  const own = apiKeys.find(({ name }: { readonly name: string }) => name === 'cli');
  expect(own.credits).toBeGreaterThan(0);
  expect((await run(['keys'])).stdout.toString()).toContain(`${own.id}  `);
});

test('[DX-10] [CM-10] compare ends with 0 if the difference is within --max-diff, with 1 if not, and with others on errors', async () => {
  const capture = async (color: string): Promise<string> => {
    const stdin = `<body style="margin:0"><div style="width:50px;height:20px;background:${color}">`;
    const args = ['html', '-', '--width', '100', '--height', '100', '-o', `${color}.png`, '--json'];
    return JSON.parse((await run(args, { stdin })).stdout.toString()).id;
  };
  const ids = await Promise.all([capture('white'), capture('blue')]);
  const compare = (...args: string[]) => run(['compare', ...ids, ...args]);
  const changed = await compare('-o', 'diff.png');
  expect([changed.code, changed.stderr]).toEqual([1, '']);
  const text = changed.stdout.toString();
  expect(text).toMatch(/^Result +not passed\nChanged +1000 pixels \(10\.000 %\)$/m);
  expect(text).toMatch(/^Region +50 × 20 at 0,0: 1000 pixels$/m);
  expect(readFileSync(join(folder, 'diff.png')).subarray(0, 4)).toEqual(pngStart);
  for (const [args, code] of [
    [['--max-diff', '10%'], 0],
    [['--max-diff', '9.9%'], 1],
    [['--max-diff', '1000'], 0],
    [['--max-diff', '999'], 1],
    [['--ignore', '0,0,30,20', '--ignore', '30,0,20,20'], 0],
    [['--threshold', '1'], 0],
    [['--max-diff', '0.1x'], 2],
    [['--max-diff', '101%'], 2],
    [['--threshold', '2'], 2],
    [['--ignore', '0,0,30'], 2],
    [['--full-page'], 2],
    [['-o', join(folder, 'absent', 'diff.png')], 9],
  ] as const) {
    expect([args, (await compare(...args)).code]).toEqual([args, code]);
  }
  const json = await compare('--json', '--include-antialiasing');
  expect([json.code, JSON.parse(json.stdout.toString())]).toMatchObject([1, { passed: false }]);
  const absent = await run(['compare', ids[0], randomUUID()]);
  expect([absent.code, absent.stderr]).toEqual([7, expect.stringContaining('in after')]);
});

test('[DX-10] [CM-10] compare captures URLs with the capture options first', async () => {
  const site = await serve((req, res) => {
    res.setHeader('content-type', 'text/html');
    if (req.url === '/broken') res.statusCode = 503;
    res.end(`<body style="background:${req.url === '/old' ? '#fff' : '#ccc'}">`);
  });
  const ofUrls = async (path: string) => {
    const urls = [`${site}/old`, `${site}${path}`];
    const size = ['--width', '100', '--height', '100', '--fail-on-status', '400-599', '--json'];
    const { code, stdout } = await run(['compare', ...urls, ...size]);
    return [code, stdout.length === 0 ? undefined : JSON.parse(stdout.toString())];
  };
  expect(await ofUrls('/new')).toMatchObject([1, { diffPixels: 10_000, width: 100 }]);
  expect(await ofUrls('/old')).toMatchObject([0, { identical: true }]);
  expect(await ofUrls('/broken')).toEqual([4, undefined]);
});

test('[DX-10] an invalid option prints the sentence of the server with its field and the valid values', async () => {
  const wrong = await run(['html', '-', '--width', '5', '--file-type', 'bmp'], { stdin: '<p>' });
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toMatch(/^Error: .*\(validation_failed\)$/m);
  expect(wrong.stderr).toContain('--width must be a whole number from 100 to 7680');
  expect(wrong.stderr).toContain('--file-type must be png, jpeg, webp, ');
  const misspelt = await run(['html', '-', '--fullpage']);
  expect([misspelt.code, misspelt.stderr]).toEqual([
    2,
    expect.stringContaining('Did you mean --full-page?'),
  ]);
  const failed = await run(['html', '-', '--element-selector', '#absent'], { stdin: '<p>Text' });
  expect([failed.code, failed.stderr]).toEqual([
    4,
    expect.stringContaining('(selector_not_found)'),
  ]);
});

test('[DX-10] a wrong address, an old server, a proxy and a wrong key each have a clear message and an exit code', async () => {
  const against = async (server: string, key = 'sk_secret') => {
    const args = ['files', 'rm', 'id', '--server', server, '--deadline', '20'];
    const { code, stderr, stdout } = await run(args, { env: { SHOTWRIGHT_API_KEY: key } });
    expect(stderr + stdout.toString()).not.toContain(key);
    return [code, stderr] as const;
  };
  const page = await serve((_req, res) => res.setHeader('content-type', 'text/html').end('<p>'));
  expect(await against(page)).toEqual([5, expect.stringContaining('is not a Shotwright server')]);
  const proxy = await serve((_req, res) => res.writeHead(407).end());
  expect(await against(proxy)).toEqual([5, expect.stringContaining('requires a sign-in (407)')]);
  const old = await serve((_req, res) => {
    res.writeHead(405, { 'content-type': 'application/json' });
    res.end('{"code":"method_not_allowed","message":"No."}');
  });
  expect(await against(old)).toEqual([5, expect.stringContaining('probably older than this')]);
  const unused = await unusedUrl();
  expect(await against(unused)).toEqual([5, expect.stringContaining('connection was refused')]);
  expect(await against(url)).toEqual([3, expect.stringContaining('(api_key_invalid)')]);
  expect(await against('shots.example.com')).toEqual([2, expect.stringContaining('url: must be')]);
  const older = await serve((_req, res) => {
    res.writeHead(400, { 'content-type': 'application/json' });
    const fields = [{ path: 'full_page', message: 'Unknown field' }];
    res.end(JSON.stringify({ code: 'validation_failed', message: 'No.', details: { fields } }));
  });
  const unknown = await run(['html', '-', '--full-page', '--server', older], { stdin: '<p>' });
  expect(unknown.stderr).toContain('--full-page The server does not have this option: it is older');
  const withoutKey = await run(['usage'], { env: { SHOTWRIGHT_URL: url } });
  expect([withoutKey.code, withoutKey.stderr]).toEqual([
    2,
    expect.stringContaining('set SHOTWRIGHT_API_KEY'),
  ]);
});

test('[DX-10] a webhook is verified, and a changed one is not', async () => {
  const body = '{"type":"webhook.test","timestamp":"2026-01-05T15:04:00.000Z","data":{}}';
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const key = Buffer.from('0123456789abcdef0123456789abcdef');
  const signed = createHmac('sha256', key).update(`one.${timestamp}.${body}`).digest('base64');
  const secret = { SHOTWRIGHT_WEBHOOK_SECRET: `whsec_${key.toString('base64')}` };
  const verify = (stdin: string) => {
    const headers = ['--id', 'one', '--timestamp', timestamp, '--signature', `v1,${signed}`];
    return run(['webhooks', 'verify', '-', ...headers], { stdin, env: secret });
  };
  const valid = await verify(body);
  expect([valid.code, valid.stdout.toString()]).toEqual([
    0,
    'The signature is valid: webhook.test of 2026-01-05T15:04:00.000Z\n',
  ]);
  expect((await verify(body.replace('test', 'tost'))).code).toBe(8);
});

test('[DX-10] Ctrl-C ends the command with its own exit code', async () => {
  const requested = Promise.withResolvers<void>();
  const silent = await serve(() => requested.resolve());
  const ended = await run(['usage', '--server', silent], { interruptAfter: requested.promise });
  expect(ended.code).toBe(130);
});

test('[DX-10] the help names every capture option, and each shell gets a completion script', async () => {
  const capture = (await run(['capture', '--help'])).stdout.toString();
  const html = (await run(['html', '--help'])).stdout.toString();
  const missing = optionTable.filter(({ name, sources }) => {
    const flag = new RegExp(`--(no-)?${name.replaceAll('_', '-')}\\b`);
    return !flag.test(capture) || (sources.includes('HTML') && !flag.test(html));
  });
  expect(missing.map(({ name }) => name)).toEqual(['url', 'html', 'setting_id']);
  expect(capture).toContain('--setting <id>');
  for (const shell of ['zsh', 'fish'])
    expect((await run(['completion', shell])).stdout.toString()).toContain('--full-page');
  const script = (await run(['completion', 'bash'])).stdout.toString();
  const complete = (...words: string[]) =>
    execFileSync('bash', [
      '-c',
      `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}) COMP_CWORD=${words.length - 1}
_shotwright; echo "\${COMPREPLY[*]}"`,
    ]).toString();
  expect(complete('shotwright', 'fi')).toBe('files\n');
  expect(complete('shotwright', 'lo')).toBe('login logout logs\n');
  expect(complete('shotwright', 'webhooks', 't')).toBe('trigger\n');
  expect(complete('shotwright', 'files', 'l')).toBe('list\n');
  expect(complete('shotwright', 'capture', '--full-page', '--omit')).toBe('--omit-background\n');
});

test('[DX-10] a terminal shows the progress on one line without control characters of the page', () => {
  vi.useFakeTimers();
  let shown = '';
  const progress = startProgress(
    { write: (text) => (shown += String(text)) },
    () => 'a\u001b[31mb',
  );
  vi.advanceTimersByTime(1_000);
  expect(shown).toContain('⠋ a [31mb 1 s');
  progress.end();
  expect(shown.endsWith('\r\u001b[2K')).toBe(true);
  vi.useRealTimers();
});

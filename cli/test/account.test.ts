import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@shotwright/sdk';
import { afterAll, expect, inject, test } from 'vitest';
import { serve } from '../../sdk/test/http.ts';
import { runCommand } from './run.ts';

const { url, keys } = inject('product');
const env = { SHOTWRIGHT_URL: url, SHOTWRIGHT_API_KEY: keys.cli };
const client = createClient({ url, apiKey: keys.cli });
const folder = mkdtempSync(join(tmpdir(), 'shotwright-cli-account-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], options: Parameters<typeof runCommand>[1] = {}) =>
  runCommand(args, { env, cwd: folder, ...options });
const textOf = async (...args: readonly string[]) => (await run(args)).stdout.toString();
const jsonOf = async (...args: readonly string[]) => JSON.parse(await textOf(...args, '--json'));

test('[DX-10] keys and projects are listed with the page that manages them, and no key is printed', async () => {
  const text = await textOf('keys');
  expect(text).toMatch(/\d+ +cli +\d+ captures +\d+ credits\n/);
  expect(text).toContain(`delete keys at ${url}/dashboard/api-keys\n`);
  expect(text).not.toContain(keys.cli);
  const create = await run(['keys', 'create']);
  expect([create.code, create.stderr]).toEqual([2, expect.stringContaining('too many arguments')]);
  await client.capture({ html: '<h1>A project exists</h1>' });
  const { projects, manageUrl } = await jsonOf('projects');
  expect(manageUrl).toBe(`${url}/dashboard`);
  expect(await textOf('projects')).toContain(`${projects[0].id}  ${projects[0].name}  `);
});

test('[DX-10] the request log is listed with its filters', async () => {
  const absent = `/screenshots/0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42`;
  await expect(client.getScreenshot(absent.slice(13))).rejects.toMatchObject({ status: 404 });
  await client.listDevices();
  await expect.poll(() => textOf('logs', '--status', '404')).toContain(absent);
  const line = / 404 {2}GET +\/api\/v1\/screenshots\/\S+ {2}\d+ ms {2}screenshot_not_found\n/;
  expect(await textOf('logs', '--status', 'error')).toMatch(line);
  const found = await textOf('logs', '--text', absent, '--limit', '1', '--json');
  expect(JSON.parse(found)).toMatchObject({ status: 404, errorCode: 'screenshot_not_found' });
  expect(await textOf('logs', '--text', 'nothing-has-this')).toBe('No calls.\n');
  const wrong = await run(['logs', '--status', 'ok']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('must be 2xx')]);
  expect((await run(['logs', '--limit', '501'])).code).toBe(2);
});

const estimateOf = (name = '') => client.estimate({ url: `https://followed.example.com/${name}` });

test('[DX-10] the request log is followed until Ctrl-C, each call once and in order', async () => {
  const names = ['one', 'two', 'three'];
  const ended = Promise.withResolvers<void>();
  let count = 0;
  await estimateOf(names[0]);
  const args = ['logs', '--follow', '--text', 'followed.example.com'];
  const { code, stdout, stderr } = await run(args, {
    interruptAfter: ended.promise,
    onOutput: (text) => {
      const lines = text.trim().split('\n').length;
      if (lines === count) return;
      count = lines;
      if (count === names.length) ended.resolve();
      else estimateOf(names[count]).catch(ended.reject);
    },
  });
  expect([code, stderr]).toEqual([0, '']);
  const targets = [...stdout.toString().matchAll(/followed\.example\.com\/(\w+)$/gm)];
  expect(targets.map(([, name]) => name)).toEqual(names);
});

test('[DX-10] screenshots are downloaded as one zip', async () => {
  const [one, two] = [
    await client.capture({ html: '<h1>One</h1>' }),
    await client.capture({ html: '<h1>Two</h1>' }),
  ];
  const zip = ['files', 'zip', one.id, two.id, '-o', 'images.zip', '--template', '{id}.{ext}'];
  expect(await textOf(...zip)).toBe('images.zip\n');
  const content = readFileSync(join(folder, 'images.zip')).toString('latin1');
  for (const name of [`${one.id}.png`, `${two.id}.png`, 'manifest.csv'])
    expect(content).toContain(name);
  const wrong = await run(['files', 'zip', one.id, '-o', 'wrong.zip', '--template', '{secret}']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('template')]);
  const absent = await run(['files', 'zip', '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42', '-o', 'a.zip']);
  expect(absent.code).toBe(7);
});

test('[DX-10] a sample event is sent to a receiver, and an unsuccessful response is an error', async () => {
  const bodies: string[] = [];
  const receiver = await serve((req, res) => {
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    req.on('end', () => {
      bodies.push(body);
      res.writeHead(req.url === '/broken' ? 500 : 204).end();
    });
  });
  const sent = await textOf('webhooks', 'trigger', receiver, '--event', 'screenshot.failed');
  expect(sent).toMatch(/^Delivered screenshot\.failed to \S+: 204, \d+ ms\n$/);
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ type: 'screenshot.failed' });
  const broken = await run(['webhooks', 'trigger', `${receiver}/broken`]);
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('returned 500')]);
  expect((await run(['webhooks', 'trigger', receiver, '--event', 'other'])).code).toBe(2);
});

test('[DX-10] a page of the dashboard or an image opens in the browser, or its URL is printed', async () => {
  const { id } = await client.capture({ html: '<h1>Open</h1>' });
  expect(await textOf('open')).toBe(`${url}/dashboard\n`);
  expect(await textOf('open', 'files')).toBe(`${url}/dashboard/files\n`);
  expect(await textOf('open', '/docs')).toBe(`${url}/docs\n`);
  const foreign = await run(['open', '//example.com/']);
  expect([foreign.code, foreign.stdout.toString()]).toEqual([2, '']);
  const image = await fetch((await textOf('open', id)).trim());
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);

  const opened = join(folder, 'opened.txt');
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`);
  chmodSync(join(folder, 'xdg-open'), 0o755);
  const display = { env: { ...env, DISPLAY: ':0', PATH: `${folder}:/bin:/usr/bin` } };
  const result = await run(['open', 'files'], display);
  expect(result.stdout.toString()).toBe(`Opened ${url}/dashboard/files\n`);
  await expect.poll(() => readFileSync(opened, 'utf8')).toBe(`${url}/dashboard/files`);
  rmSync(opened);
  const printed = await run(['open', '--print', '--json'], display);
  expect(JSON.parse(printed.stdout.toString())).toEqual({
    url: `${url}/dashboard`,
    isOpened: false,
  });
  const without = { env: { ...display.env, PATH: join(folder, 'absent') } };
  expect((await run(['open'], without)).stdout.toString()).toBe(`${url}/dashboard\n`);
});

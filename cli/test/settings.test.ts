import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test } from 'vitest';
import { serve } from '../../sdk/test/http.ts';
import { runCommand } from './run.ts';

const { url, keys } = inject('product');
const env = { SHOTWRIGHT_URL: url, SHOTWRIGHT_API_KEY: keys.cli };
const folder = mkdtempSync(join(tmpdir(), 'shotwright-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[]) => runCommand(args, { env, cwd: folder });

test('[SS-11] --setting captures, estimates and signs with a saved setting and its URL', async () => {
  const site = await serve((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end('<h1>A page with text</h1>');
  });
  const options = { mode: 'url', url: site, width: 320, height: 240, full_page: true };
  const file = { format: 'shotwright-settings', version: 1, settings: [{ name: 'Cli', options }] };
  const imported = await fetch(`${url}/api/v1/screenshot-settings/import`, {
    method: 'POST',
    headers: { 'x-api-key': keys.cli, 'content-type': 'application/json' },
    body: JSON.stringify({ file }),
  });
  const { settings }: { settings: { settingId: number }[] } = await imported.json();
  const id = String(settings[0]?.settingId);
  const shot = await run([
    'capture',
    '--setting',
    id,
    '-o',
    'setting.png',
    '--height',
    '300',
    '--json',
  ]);
  expect([shot.code, shot.stderr]).toEqual([0, '']);
  const { imageWidth, options: stored } = JSON.parse(shot.stdout.toString());
  expect([imageWidth, stored.setting_id, stored.height]).toEqual([320, id, '300']);
  const estimate = await run(['estimate', '--setting', id]);
  expect(estimate.stdout.toString()).toMatch(/full_page +1/);
  const link = await run(['link', '--setting', id]);
  expect(new URL(link.stdout.toString().trim()).searchParams.get('setting_id')).toBe(id);
  const unknown = await run(['capture', '--setting', '999999999']);
  expect(unknown.stderr).toContain('--setting');
  expect((await run(['link'])).code).toBe(2);
});

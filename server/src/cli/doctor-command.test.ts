import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { writeBrowserWithout } from '../../../capture/test/browser-wrapper.ts';
import { operatorOf } from '../../test/admin.ts';
import { readConfig } from '../config/config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync('/tmp/shotwright-doctor-');
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

const doctor = (env: Record<string, string>, ...args: string[]) =>
  operatorOf(readConfig({ DATA_DIR: folder, ...env })).admin('doctor', ...args);

test('[EN-4] doctor captures a page and names the clock', async () => {
  expect(await doctor({})).toMatch(/^ok: browser: captures a page\.\nok: clock: virtual\.\n/);
  expect(JSON.parse(await doctor({ CAPTURE_CLOCK: 'real' }, '--json'))).toEqual({
    checks: [
      { name: 'browser', status: 'ok', detail: 'captures a page.' },
      { name: 'clock', status: 'ok', detail: 'real time, as set by CAPTURE_CLOCK.' },
      expect.objectContaining({ name: 'isolation', status: 'ok' }),
    ],
  });
});

test('[EN-4] doctor warns of a browser without the virtual clock', async () => {
  const browserPath = await writeBrowserWithout('--run-all-compositor-stages-before-draw', folder);
  const lines = (await doctor({ BROWSER_PATH: browserPath })).split('\n');
  expect(lines).toEqual([
    'ok: browser: captures a page.',
    expect.stringMatching(/^warning: clock: real time, which makes captures slower.*beginFrame/),
    expect.stringMatching(/^ok: isolation: /),
  ]);
});

test('[EN-4] doctor fails where no browser starts', async () => {
  const browserPath = join(folder, 'missing');
  await expect(doctor({ BROWSER_PATH: browserPath })).rejects.toThrow('Failed: browser.');
});

test('doctor verifies that a browser reaches neither the server nor its secret, and warns if it is off', async () => {
  const canary = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void canary.close());
  await once(canary, 'listening');
  const address = canary.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  writeFileSync(join(folder, 'secret-key'), 'secret', { mode: 0o644 });
  expect(await doctor({ PORT: port })).toMatch(
    /\nok: isolation: namespaces.*; the server, its secret key and the metadata service are out of reach\.$/,
  );
  expect(await doctor({ ISOLATION: 'off' })).toMatch(
    /\nwarning: isolation: off, as set by ISOLATION: browsers share/,
  );
});

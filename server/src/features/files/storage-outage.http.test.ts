import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestSession } from '../../../test/app.ts';
import { colouredSite, openScreenshotsApp, readJson } from '../../../test/screenshots-app.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'shotwright-outage-'));
const files = join(dataDir, 'files');
let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let person: TestSession;
let apiKey: string;
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite, { DATA_DIR: dataDir, STORAGE: 'disk' });
  person = await app.session();
  ({ key: apiKey } = await app.apiKey({ of: person }));
});
afterAll(async () => {
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const capture = (path: string, more: object = {}) =>
  app.send('/screenshots', { url: app.siteUrl + path, ...more }, { 'x-api-key': apiKey });
const read = async (id: string) =>
  readJson(await app.request(`/api/v1/screenshots/${id}`, { headers: { 'x-api-key': apiKey } }));

test('during a disk outage reads return a retry time and captures wait; afterwards everything completes', async () => {
  await capture('/before', { wait: 25 });
  const [file] = (await readJson(await person.call('GET', '/projects/files'))).screenshots;
  // Read once, because an object that was just stored is served from memory.
  expect((await fetch(file.screenshotUrl)).status).toBe(200);
  renameSync(files, `${files}-away`);
  const requestIds: string[] = [];
  for (const path of ['/1', '/2', '/3']) {
    const accepted = await capture(path);
    expect(accepted.status).toBe(202);
    requestIds.push((await readJson(accepted)).requestId);
  }
  await vi.waitFor(async () => {
    const ready = await app.request('/health/ready');
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({ status: 'not_ready', storage: false });
  }, 15_000);
  const reads = [
    () => fetch(file.screenshotUrl),
    () => fetch(file.thumbnailUrl),
    () => person.call('POST', '/projects/files/zip', { ids: [file.id] }),
    () => app.request(`/api/v1/screenshots/${file.id}/image`, { headers: { 'x-api-key': apiKey } }),
  ];
  for (const one of reads) {
    const rejected = await one();
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '5']);
    await rejected.body?.cancel();
  }
  expect(await (await app.request('/metrics')).text()).toContain('shotwright_storage_available 0');
  expect((await capture('/4')).status).toBe(202);
  renameSync(`${files}-away`, files);
  for (const id of requestIds) {
    await expect
      .poll(async () => (await read(id)).status, { timeout: 20_000, interval: 100 })
      .toBe('COMPLETE');
    expect((await read(id)).creditsCharged).toBe(1);
  }
  expect((await app.request('/health/ready')).status).toBe(200);
  expect((await fetch(file.thumbnailUrl)).status).toBe(200);
}, 60_000);

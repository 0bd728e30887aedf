import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectErrors } from '../../../test/error-cases.ts';
import { colouredSite, openScreenshotsApp, readJson } from '../../../test/screenshots-app.ts';
import type { TestSession } from '../../../test/app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let person: TestSession;
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite);
  person = await app.session();
});
afterAll(() => app.close());

const absentId = '01a1fdc6-873b-7433-acfe-e435a75d870b';

/** Takes a capture; returns its id. */
async function capture(by: TestSession): Promise<string> {
  const key = await app.apiKey({ of: by });
  const res = await key.call('POST', '/screenshots', { url: `${app.siteUrl}/page`, wait: 25 });
  return (await readJson(res)).requestId;
}

const linkOf = (id: string) => `/projects/files/${id}/public-link`;
const listed = async (id: string) => {
  const { screenshots } = await readJson(await person.call('GET', '/projects/files'));
  return screenshots.find((file: { id: string }) => file.id === id);
};
const statusOf = async (url: string) => (await fetch(url)).status;

test('[FM-25] a file is public at its link until the link is revoked, and never again at that link', async () => {
  const id = await capture(person);
  expect(await listed(id)).not.toHaveProperty('publicUrl');
  const made = await readJson(await person.call('POST', linkOf(id)));
  const { publicUrl } = made.data;
  expect((await readJson(await person.call('POST', linkOf(id)))).data.publicUrl).toBe(publicUrl);
  const { screenshotUrl, publicUrl: shown } = await listed(id);
  expect(shown).toBe(publicUrl);

  const seen = await fetch(publicUrl);
  expect(seen.status).toBe(200);
  expect(seen.headers.get('content-type')).toBe('image/png');
  expect(seen.headers.get('cache-control')).toBe('no-store');
  expect(seen.headers.get('x-robots-tag')).toBe('noindex');
  expect(seen.headers.get('content-security-policy')).toContain('sandbox');
  const own = await fetch(screenshotUrl);
  expect(Buffer.from(await seen.arrayBuffer()).equals(Buffer.from(await own.arrayBuffer()))).toBe(
    true,
  );

  expect((await person.call('DELETE', linkOf(id))).status).toBe(200);
  expect(await statusOf(publicUrl)).toBe(404);
  expect(await listed(id)).not.toHaveProperty('publicUrl');
  expect((await person.call('DELETE', linkOf(id))).status).toBe(200);
  const again = (await readJson(await person.call('POST', linkOf(id)))).data.publicUrl;
  expect(again).not.toBe(publicUrl);
  expect(await statusOf(publicUrl)).toBe(404);
  expect(await statusOf(again)).toBe(200);
  await person.call('DELETE', '/projects/files', { ids: [id] });
  expect(await statusOf(again)).toBe(404);
});

test('[DX-22] a revoked link is a page for people, a neutral image in pages, and JSON for programs and the dashboard', async () => {
  const id = await capture(person);
  const { publicUrl } = (await readJson(await person.call('POST', linkOf(id)))).data;
  const { screenshotUrl } = await listed(id);
  await person.call('DELETE', linkOf(id));
  const forged = screenshotUrl.replace(/[^/]+$/, 'other.png');
  for (const [url, status, code] of [
    [publicUrl, 404, 'file_not_found'],
    [forged, 403, 'link_invalid'],
  ]) {
    const page = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers.get('content-type')]).toEqual([
      status,
      'text/html; charset=utf-8',
    ]);
    const html = await page.text();
    expect(html).toContain('Only the person who gave it to you can renew it.');
    expect(html).toMatch(/href="mailto:[^"]+@/);
    const image = await fetch(url, { headers: { accept: 'image/avif,image/webp,*/*' } });
    expect([image.status, image.headers.get('content-type')]).toEqual([status, 'image/svg+xml']);
    expect(image.headers.get('x-error-code')).toBe(code);
    const own = { accept: 'image/avif,*/*', 'sec-fetch-site': 'same-origin' };
    expect((await readJson(await fetch(url, { headers: own }))).code).toBe(code);
    expect((await readJson(await fetch(url))).code).toBe(code);
    const asJson = await fetch(`${url}?on_error=json`, { headers: { accept: 'text/html' } });
    expect((await readJson(asJson)).code).toBe(code);
  }
});

test('[FM-25] public links cannot be guessed, and signed URLs cannot be turned into one', async () => {
  const id = await capture(person);
  const { publicUrl } = (await readJson(await person.call('POST', linkOf(id)))).data;
  const { screenshotUrl } = await listed(id);
  const [linkId = '', signature = '', name = ''] = new URL(publicUrl).pathname.split('/').slice(4);
  const [fileId = '', , signed = ''] = new URL(screenshotUrl).pathname.split('/').slice(4);
  const forged = [
    [absentId, signature, name],
    [linkId, signed, name],
    [fileId, signed, name],
    [linkId, signature, 'other.png'],
    [linkId, '', name],
  ].map((parts) => `${app.url}/api/v1/shared/${parts.join('/')}`);
  for (const url of forged) expect([403, 404]).toContain(await statusOf(url));
  expect(await statusOf(`${app.url}/api/v1/shared/${absentId}/${signature}/${name}`)).toBe(403);
});

test('[FM-25] only the owner can publish a file, and only one with an image', async () => {
  const mine = await capture(person);
  const theirs = await capture(await app.session());
  for (const method of ['POST', 'DELETE'] as const) {
    await expectErrors(app, person, {
      method,
      path: linkOf(mine),
      missing: [{ path: linkOf(theirs) }, { path: linkOf(absentId) }],
      missingCode: 'file_not_found',
    });
  }
  const key = await app.apiKey({ of: person });
  const absent = { url: app.siteUrl, element_selector: '#none', wait: 25 };
  await key.call('POST', '/screenshots', absent);
  const { screenshots } = await readJson(await person.call('GET', '/projects/files?limit=1'));
  expect(screenshots).toEqual([expect.objectContaining({ status: 'FAILED' })]);
  expect((await person.call('POST', linkOf(screenshots[0].id))).status).toBe(404);
});

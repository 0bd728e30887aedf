import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openReportsApp, requestPage } from '../../../../test/reports.ts';
import { readJson } from '../../../../test/screenshots-app.ts';

let rig: Awaited<ReturnType<typeof openReportsApp>>;
beforeAll(async () => {
  rig = await openReportsApp();
});
afterAll(() => rig?.close());

const absentId = '01a1fdc6-873b-7433-acfe-e435a75d870b';
const attack = '<img src=x onerror=alert(1)>';

test('[RP-5] the public page shows the report and its images to readers with the link only', async () => {
  const report = await rig.create({ footer: 'Confidential' });
  const link = await rig.share(report.reportId);
  expect(link).toMatchObject({ hasPassword: false });
  const page = await requestPage(link.url);
  expect(page.status).toBe(200);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  });
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain('Spring');
  expect(html).toContain('Confidential');
  expect(html).not.toContain('<script');
  const [, source = ''] = /<img src="(\/r\/[^"]+)"/.exec(html) ?? [];
  const shown = await requestPage(`${rig.app.url}${source}`);
  expect(shown.headers.get('content-type')).toBe('image/png');
  const bytes = Buffer.from(await shown.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 400, height: 300 });
  const other = await rig.capture('other');
  expect((await requestPage(`${link.url}/images/${other}`)).status).toBe(404);
  expect((await requestPage(`${link.url}/images/${absentId}`)).status).toBe(404);
  const thumbnail = await requestPage(`${link.url}/thumbnails/${rig.ids[0]}`);
  expect(thumbnail.headers.get('content-type')).toBe('image/webp');
  await vi.waitUntil(async () => (await requestPage(`${link.url}/report.pdf`)).status === 200, {
    timeout: 60_000,
  });
});

test('[RP-5] unknown, expired, replaced and ended links lead to one page that tells nothing', async () => {
  const report = await rig.create();
  const first = await rig.share(report.reportId);
  const second = await rig.share(report.reportId, { expires_in_days: 1 });
  const gone = await (await requestPage(`${rig.app.url}/r/nothing`)).text();
  const expectGone = async (url: string) => {
    for (const path of ['', `/images/${rig.ids[0]}`, `/thumbnails/${rig.ids[0]}`, '/report.pdf']) {
      const response = await requestPage(`${url}${path}`);
      expect([response.status, await response.text()]).toEqual([404, gone]);
    }
  };
  await expectGone(first.url);
  await expectGone(`${second.url.slice(0, -1)}${second.url.endsWith('A') ? 'B' : 'A'}`);
  expect((await requestPage(second.url)).status).toBe(200);
  await rig.app.db
    .updateTable('reports')
    .set({ link_expires_at: new Date(Date.now() - 1_000) })
    .where('id', '=', report.reportId)
    .execute();
  await expectGone(second.url);
  const third = await rig.share(report.reportId);
  const ended = await readJson(await rig.person.call('DELETE', `/reports/${report.reportId}/link`));
  expect(ended.data.link).toBe(null);
  await expectGone(third.url);
});

test('[RP-5] a password protects the page, its images and its PDF; guesses are slowed down', async () => {
  const report = await rig.create({ title: 'Secret plan' });
  const { url } = await rig.share(report.reportId, { password: 'correct horse' });
  const form = await requestPage(url);
  const html = await form.text();
  expect(form.status).toBe(401);
  expect(html).toContain('type="password"');
  expect(html).not.toContain('Secret plan');
  expect((await requestPage(`${url}/images/${rig.ids[0]}`)).status).toBe(404);
  expect((await requestPage(`${url}/report.pdf`)).status).toBe(401);
  const enter = (password: string) =>
    requestPage(url, { method: 'POST', body: new URLSearchParams({ password }) });
  expect((await enter('wrong')).status).toBe(403);
  const entered = await enter('correct horse');
  expect([entered.status, entered.headers.get('location')]).toEqual([303, new URL(url).pathname]);
  const [cookie = ''] = entered.headers.getSetCookie();
  expect(cookie).toContain(`Path=${new URL(url).pathname};`);
  expect(cookie).toContain('HttpOnly');
  const [pair = ''] = cookie.split(';', 1);
  const opened = await requestPage(url, { headers: { cookie: pair } });
  expect([opened.status, await opened.text()]).toEqual([
    200,
    expect.stringContaining('Secret plan'),
  ]);
  expect(
    (await requestPage(`${url}/images/${rig.ids[0]}`, { headers: { cookie: pair } })).status,
  ).toBe(200);
  const other = await rig.share(report.reportId, { password: 'another horse' });
  expect((await requestPage(other.url, { headers: { cookie: pair } })).status).toBe(401);
  const statuses = [];
  for (let nth = 0; nth < 6; nth += 1)
    statuses.push(
      (
        await requestPage(other.url, {
          method: 'POST',
          body: new URLSearchParams({ password: 'no' }),
        })
      ).status,
    );
  expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
});

test('[RP-5] text of users is shown as text, never as HTML', async () => {
  const items = [{ screenshot_id: rig.ids[0], caption: attack }];
  const report = await rig.create({ title: attack, footer: attack, items });
  const { url } = await rig.share(report.reportId);
  const preview = await rig.person.call('GET', `/reports/${report.reportId}/preview`);
  expect(preview.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  for (const html of [await (await requestPage(url)).text(), await preview.text()]) {
    expect(html).not.toContain('<img src=x');
    expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;/g)?.length).toBeGreaterThan(3);
  }
});

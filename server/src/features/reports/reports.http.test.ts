import { csrf } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectErrors } from '../../../test/error-cases.ts';
import { itemsOf, openReportsApp, requestPage } from '../../../test/reports.ts';
import { readJson } from '../../../test/screenshots-app.ts';
import { image } from '../../../test/tickets.ts';

let rig: Awaited<ReturnType<typeof openReportsApp>>;
beforeAll(async () => {
  rig = await openReportsApp();
});
afterAll(() => rig?.close());

const absentId = '01a1fdc6-873b-7433-acfe-e435a75d870b';

async function listPdfIds(): Promise<string[]> {
  const rows = await rig.app.db.selectFrom('report_pdfs').select('id').execute();
  return rows.map(({ id }) => id);
}

const pagesIn = (pdf: string): number => pdf.match(/\/Type \/Page\b/g)?.length ?? 0;

test('[RP-5] a report is created, listed, changed and deleted; captures keep their order', async () => {
  const report = await rig.create({ footer: 'Confidential', colour: '#AA0044' });
  const id = report.reportId;
  expect(report).toMatchObject({
    title: 'Spring',
    itemCount: 3,
    colour: '#aa0044',
    layout: 'one_per_page',
    pageFormat: 'a4',
    footer: 'Confidential',
    link: null,
    logoUrl: null,
  });
  expect(report.items.map((item: { url: string }) => new URL(item.url).pathname)).toEqual([
    '/one',
    '/two',
    '/three',
  ]);
  const changed = { title: 'Summer', items: itemsOf(rig.ids.toReversed()), layout: 'grid' };
  expect((await rig.person.call('PUT', `/reports/${id}`, changed)).status).toBe(200);
  const { items, ...values } = await rig.read(id);
  expect(values).toMatchObject({ title: 'Summer', layout: 'grid', colour: '#2347d9' });
  expect(items.map((item: { screenshotId: string }) => item.screenshotId)).toEqual(
    rig.ids.toReversed(),
  );
  const { reports } = await readJson(await rig.person.call('GET', '/reports'));
  expect(reports.find((one: { reportId: string }) => one.reportId === id)).toMatchObject({
    title: 'Summer',
    itemCount: 3,
    thumbnailUrl: items[0].thumbnailUrl,
  });
  expect((await rig.person.call('DELETE', `/reports/${id}`)).status).toBe(200);
  expect((await rig.person.call('GET', `/reports/${id}`)).status).toBe(404);
});

test('[RP-5] a report of a batch has its captures in order', async () => {
  const key = await rig.app.apiKey({ of: rig.person });
  const items = ['a', 'b'].map((path) => ({ url: `${rig.app.siteUrl}/${path}` }));
  const { batchId } = await readJson(await key.call('POST', '/batches', { items }));
  const report = await rig.create({ items: [], batch_id: batchId });
  expect(report.items.map((item: { url: string }) => new URL(item.url).pathname)).toEqual([
    '/a',
    '/b',
  ]);
});

test('[RP-5] a PDF has a cover and the pages of its layout, at no cost', async () => {
  const report = await rig.create();
  const holds = () =>
    rig.app.db
      .selectFrom('credit_ledger')
      .select('id')
      .where('organization_id', '=', rig.person.organizationId)
      .where('kind', '=', 'hold')
      .execute();
  const before = await holds();
  const pdf = await rig.pdfOf(report.reportId);
  expect(pdf.slice(0, 5)).toBe('%PDF-');
  expect(pagesIn(pdf)).toBe(4);
  const values = { title: 'Spring', items: itemsOf(rig.ids) };
  await rig.person.call('PUT', `/reports/${report.reportId}`, {
    ...values,
    layout: 'two_per_page',
  });
  expect(pagesIn(await rig.pdfOf(report.reportId))).toBe(3);
  await rig.person.call('PUT', `/reports/${report.reportId}`, { ...values, page_format: 'letter' });
  expect(pagesIn(await rig.pdfOf(report.reportId))).toBe(4);
  expect(await holds()).toEqual(before);
});

test('[RP-5] tall pages and a long caption add no page to a PDF', async () => {
  const tall = await rig.capture('tall', { height: 4_000 });
  const caption = 'A long caption. '.repeat(31).trim();
  const items = Array.from({ length: 12 }, () => ({ screenshot_id: tall, caption }));
  const report = await rig.create({ items, layout: 'grid', footer: 'Footer '.repeat(20).trim() });
  expect(pagesIn(await rig.pdfOf(report.reportId))).toBe(3);
});

test('[RP-5] a PDF is made once for one state of a report', async () => {
  const report = await rig.create();
  await rig.pdfOf(report.reportId);
  const made = await listPdfIds();
  await rig.pdfOf(report.reportId);
  expect(await listPdfIds()).toEqual(made);
});

test('[RP-5] a deleted capture is left out and listed as deleted', async () => {
  const lost = await rig.capture('lost');
  const report = await rig.create({ items: itemsOf([lost, ...rig.ids]) });
  const { url } = await rig.share(report.reportId);
  await rig.person.call('DELETE', '/projects/files', { ids: [lost] });
  const { items } = await rig.read(report.reportId);
  expect(items[0]).toMatchObject({ screenshotId: null, caption: `${lost}!`, thumbnailUrl: null });
  const html = await (await requestPage(url)).text();
  expect(html).toContain('3 captures');
  expect(html).not.toContain('/lost');
  expect(pagesIn(await rig.pdfOf(report.reportId))).toBe(4);
});

test('[RP-5] a logo is drawn again, shown on the page, and removed', async () => {
  const report = await rig.create();
  const upload = (bytes: Buffer, id: string = report.reportId) => {
    const body = new FormData();
    body.append('logo', new Blob([new Uint8Array(bytes)]), 'logo.png');
    const { cookie = '', [csrf.header]: token = '' } = rig.person.headers;
    const headers = { cookie, [csrf.header]: token };
    return rig.app.request(`/api/v1/reports/${id}/logo`, { method: 'POST', headers, body });
  };
  const { data } = await readJson(await upload(await image()));
  expect(data.logoUrl).toMatch(/^data:image\/png;base64,/);
  const { url } = await rig.share(report.reportId);
  expect(await (await requestPage(url)).text()).toContain(data.logoUrl);
  expect((await upload(Buffer.alloc(1024 * 1024))).status).toBe(413);
  const wrong = await upload(Buffer.from('<svg/>'));
  expect([wrong.status, (await readJson(wrong)).code]).toEqual([415, 'image_not_readable']);
  expect((await upload(await image(), absentId)).status).toBe(404);
  const removed = await rig.person.call('DELETE', `/reports/${report.reportId}/logo`);
  expect((await readJson(removed)).data.logoUrl).toBe(null);
});

test('[RP-5] only the owner reads and changes a report, and only with their own captures', async () => {
  const mine = await rig.create();
  const stranger = await rig.app.session();
  const theirs = (
    await readJson(await stranger.call('POST', '/reports', { title: 'Other', items: [] }))
  ).data;
  const valid = { title: 'Mine', items: [] };
  const rows = [
    { method: 'GET', path: '' },
    { method: 'PUT', path: '', body: valid },
    { method: 'DELETE', path: '/logo' },
    { method: 'GET', path: '/pdf' },
    { method: 'GET', path: '/preview' },
    { method: 'POST', path: '/link', body: {} },
    { method: 'DELETE', path: '/link' },
    { method: 'DELETE', path: '' },
  ] as const;
  for (const { method, path, ...rest } of rows) {
    await expectErrors(rig.app, rig.person, {
      method,
      path: `/reports/${mine.reportId}${path}`,
      ...rest,
      missing: [theirs.reportId, absentId].map((id) => ({
        path: `/reports/${id}${path}`,
        ...rest,
      })),
      missingCode: 'report_not_found',
    });
  }
  const foreign = await rig.capture('foreign', {}, stranger);
  for (const id of [foreign, absentId]) {
    const response = await rig.person.call('POST', '/reports', {
      title: 'Mine',
      items: itemsOf([id]),
    });
    const { code, message } = await readJson(response);
    expect([response.status, code]).toEqual([404, 'screenshot_not_found']);
    expect(message).toContain('items.0.screenshot_id');
  }
});

test('[RP-5] wrong values are rejected with a sentence that names the field', async () => {
  const item = itemsOf([rig.ids[0] ?? ''])[0];
  await expectErrors(rig.app, rig.person, {
    method: 'POST',
    path: '/reports',
    body: { title: 'Valid' },
    invalid: [
      [{}, 'title'],
      [{ title: 'x'.repeat(121) }, 'title'],
      [{ title: 'x', colour: 'red' }, 'colour'],
      [{ title: 'x', layout: 'collage' }, 'layout'],
      [{ title: 'x', page_format: 'a5' }, 'page_format'],
      [{ title: 'x', footer: 'x'.repeat(201) }, 'footer'],
      [{ title: 'x', items: [{ ...item, caption: 'x'.repeat(501) }] }, 'items.0.caption'],
      [{ title: 'x', items: Array.from({ length: 101 }, () => item) }, 'items'],
      [{ title: 'x', items: [item], batch_id: absentId }, 'items'],
    ],
  });
  const report = await rig.create();
  expect(report.title).toBe('Spring');
  await expectErrors(rig.app, rig.person, {
    method: 'POST',
    path: `/reports/${report.reportId}/link`,
    body: {},
    invalid: [
      [{ expires_in_days: 0 }, 'expires_in_days'],
      [{ expires_in_days: 366 }, 'expires_in_days'],
      [{ password: 'short' }, 'password'],
    ],
  });
});

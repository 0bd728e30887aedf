import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openScreenshotsApp,
  readJson,
  type TestCustomer,
} from '../../../../test/screenshots-app.ts';
import { unzip } from '../../../../test/unzip.ts';
import { sha256 } from '../../../lib/crypto.ts';

const hostile =
  '<title>T</title><h1>Head</h1><a href="/next">next</a><script>document.title = "ran"</script>';
let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let customer: TestCustomer;
beforeAll(async () => {
  app = await openScreenshotsApp((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end(hostile);
  });
  customer = await app.customer();
});
afterAll(() => app.close());

const request = (options: object, by = customer) =>
  by.byKey('/screenshots', { url: app.siteUrl, wait: 25, ...options });
const contentOf = async (url: string) => {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { headers: Object.fromEntries(response.headers), bytes, text: bytes.toString() };
};

test('[CO-A18] extracts are stored, counted, in the record, its webhooks and the zip, and never run', async () => {
  const owner = await app.customer();
  const hook = await owner.call('POST', '/webhooks', {
    name: 'CI',
    webhookUrl: `${app.siteUrl}/hook`,
  });
  expect(hook.ok).toBe(true);
  const options = { extract: 'html,markdown,metadata', file_name: 'page', full_page: true };
  const { screenshot } = await readJson(await request(options, owner));
  expect(screenshot.creditsRequired).toBe(2);
  expect(Object.keys(screenshot.extracts)).toEqual(['html', 'markdown', 'metadata']);
  const html = await contentOf(screenshot.extracts.html.url);
  expect(html.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-disposition': 'attachment; filename="page-html.html"',
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  });
  expect(html.text).toContain('<h1>Head</h1>');
  expect(html.bytes.length).toBe(screenshot.extracts.html.bytes);
  const markdown = await contentOf(screenshot.extracts.markdown.url);
  expect(markdown.headers['content-type']).toBe('text/markdown; charset=utf-8');
  expect(markdown.text).toBe(`# Head\n\n[next](${app.siteUrl}/next)\n`);
  const metadata = await contentOf(screenshot.extracts.metadata.url);
  expect(JSON.parse(metadata.text)).toMatchObject({ status: 200, finalUrl: `${app.siteUrl}/` });

  const read = await readJson(await owner.byKey(`/screenshots/${screenshot.id}`));
  expect(read.extracts).toEqual(screenshot.extracts);
  const used = await app.db
    .selectFrom('credit_accounts')
    .select('storage_used_bytes')
    .where('organization_id', '=', owner.organizationId)
    .executeTakeFirstOrThrow();
  const extractBytes = [html, markdown, metadata].reduce((sum, { bytes }) => sum + bytes.length, 0);
  expect(used.storage_used_bytes).toBe(screenshot.screenshotImageSize + extractBytes);
  const delivery = await app.db
    .selectFrom('webhook_deliveries')
    .select('body')
    .where('screenshot_id', '=', screenshot.id)
    .executeTakeFirstOrThrow();
  expect(JSON.parse(delivery.body).data.extracts.html.bytes).toBe(html.bytes.length);

  const zip = await owner.call('POST', '/projects/files/zip', { ids: [screenshot.id] });
  const entries = await unzip(new Uint8Array(await zip.arrayBuffer()));
  expect(entries.map(({ name }) => name.replace(/^.*-(?=\d{4}-\d\d-\d\d)[\d-]{10}/, ''))).toEqual([
    '.png',
    '-html.html',
    '-markdown.md',
    '-metadata.json',
    'manifest.csv',
  ]);
  expect(entries[1]?.sha256).toBe(sha256(html.bytes));
  await owner.call('DELETE', '/projects/files', { ids: [screenshot.id] });
  expect((await fetch(screenshot.extracts.html.url)).status).toBe(404);
});

test.each([
  ['html', 'text/html; charset=utf-8', '<h1>Head</h1>'],
  ['markdown', 'text/markdown; charset=utf-8', '# Head'],
  ['text', 'text/plain; charset=utf-8', 'Head'],
  ['mhtml', 'multipart/related', 'multipart/related'],
])(
  '[CO-A19] file_type %s is delivered as an attachment for one credit',
  async (fileType, contentType, part) => {
    const options = {
      file_type: fileType,
      response_type: 'image',
      file_name: 'page',
      retina: true,
    };
    const response = await request(options);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': contentType,
      'content-disposition': expect.stringMatching(
        /^attachment; filename="page\.(html|md|txt|mhtml)"$/,
      ),
      'content-security-policy': expect.stringContaining('sandbox'),
      'x-content-type-options': 'nosniff',
      'x-credits-charged': '1',
    });
    expect(await response.text()).toContain(part);
  },
);

test('[CO-A18] an unknown extract is rejected with the valid ones', async () => {
  const response = await request({ extract: ['markdown', 'pictures'] });
  expect(response.status).toBe(400);
  expect((await readJson(response)).message).toMatch(/^extract .*metadata, html, .* mhtml/);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import sharp from 'sharp';
import {
  openScreenshotsApp,
  readJson,
  type TestCustomer,
} from '../../../../test/screenshots-app.ts';
import { readStoredOptions } from '@shotwright/contract';
import { pdfSettingsOf } from './pdf-spec.rules.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let customer: TestCustomer;
beforeAll(async () => {
  app = await openScreenshotsApp((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end('<body style="background:#00aa44"><h1>Page</h1>');
  });
  customer = await app.customer();
});
afterAll(() => app.close());

const request = (options: object, by = customer) =>
  by.byKey('/screenshots', { url: app.siteUrl, wait: 25, file_type: 'pdf', ...options });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test('[CO-A14] a PDF is delivered, stored, listed and downloaded as a PDF, and shown by an image', async () => {
  const owner = await app.customer();
  const direct = await request({ response_type: 'image', file_name: 'report.pdf' }, owner);
  expect(direct.status).toBe(200);
  expect(Object.fromEntries(direct.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="report.pdf"',
    'x-content-type-options': 'nosniff',
    'x-credits-charged': '1',
    'x-verdict': 'ok',
  });
  expect(direct.headers.has('x-image-width')).toBe(false);
  const bytes = await bytesOf(direct);
  expect(bytes.toString('latin1', 0, 5)).toBe('%PDF-');
  const { screenshots } = await readJson(await owner.call('GET', '/projects/files'));
  const [file] = screenshots;
  expect(file).toMatchObject({
    imageWidth: null,
    imageHeight: null,
    screenshotImageSize: bytes.length,
    creditsCharged: 1,
  });
  const read = await readJson(await owner.byKey(`/screenshots/${file.id}`));
  expect(read.previewUrl).toBe(file.previewUrl);
  const stored = await fetch(file.screenshotUrl);
  expect(stored.headers.get('content-disposition')).toContain('attachment');
  expect(stored.headers.get('content-security-policy')).toContain('sandbox');
  expect((await bytesOf(stored)).equals(bytes)).toBe(true);
  const downloaded = await owner.call('POST', '/projects/files/download', {
    url: file.screenshotUrl,
  });
  expect((await bytesOf(downloaded)).equals(bytes)).toBe(true);
  const preview = await fetch(file.previewUrl);
  expect(preview.headers.get('content-type')).toBe('image/jpeg');
  expect(preview.headers.get('content-disposition')).toContain('inline');
  expect(await sharp(await bytesOf(preview)).metadata()).toMatchObject({
    width: 1280,
    height: 720,
  });
  const thumbnail = await fetch(file.thumbnailUrl);
  expect(await sharp(await bytesOf(thumbnail)).metadata()).toMatchObject({
    format: 'webp',
    width: 640,
  });
  expect((await fetch(file.previewUrl.replace('/previews/', '/thumbnails/'))).status).toBe(403);
});

test('[CO-A14] only the PDF counts as storage, and all its objects are deleted with it', async () => {
  const owner = await app.customer();
  const { screenshot } = await readJson(await request({}, owner));
  expect(screenshot.screenshotUrl).toMatch(/\.pdf$/);
  const sizes = await app.db
    .selectFrom('credit_accounts')
    .select('storage_used_bytes')
    .where('organization_id', '=', owner.organizationId)
    .executeTakeFirstOrThrow();
  expect(sizes.storage_used_bytes).toBe(screenshot.screenshotImageSize);
  const keysOf = () =>
    app.db
      .selectFrom('deleted_objects')
      .select('storage_key')
      .where('storage_key', 'like', `%${screenshot.id}%`)
      .execute();
  expect(await keysOf()).toEqual([]);
  await owner.call('DELETE', '/projects/files', { ids: [screenshot.id] });
  expect(await keysOf()).toHaveLength(2);
  expect((await fetch(screenshot.previewUrl)).status).toBe(404);
});

test('[CO-A17] a PDF costs one credit, whatever its options', async () => {
  const owner = await app.customer();
  const options = { full_page: true, retina: true };
  const { creditRequired } = await readJson(await request({ ...options, wait: 0 }, owner));
  expect(creditRequired).toBe(1);
});

test.each([
  [
    { file_type: 'png', pdf_landscape: true },
    'pdf_landscape: cannot be combined with file_type png, jpeg, webp, avif, gif, html, markdown, text or mhtml: only a PDF has it',
  ],
  [
    { quality: 50 },
    'quality: cannot be combined with file_type png, gif, pdf, html, markdown, text or mhtml: it has no quality',
  ],
  [
    { element_selector: 'h1' },
    /^element_selector: cannot be combined with file_type pdf, .*: .*pdf_fit_one_page/,
  ],
  [
    { mask_selectors: ['h1'] },
    /^mask_selectors: cannot be combined with file_type pdf, .*: .*remove_selectors/,
  ],
  [
    { clip_x: 0, clip_y: 0, clip_width: 5, clip_height: 5 },
    'clip_x: cannot be combined with file_type pdf, html, markdown, text or mhtml: only an image can be a part of the page',
  ],
  [
    { image_width: 50 },
    'image_width: cannot be combined with file_type pdf, html, markdown, text or mhtml: only an image has pixels',
  ],
  [{ omit_background: true }, /^omit_background: cannot be combined with file_type pdf/],
  [
    { pdf_width: '10in', pdf_height: '5in', pdf_paper_format: 'a3' },
    'pdf_width: cannot be combined with pdf_paper_format: it is a size as well',
  ],
  [{ pdf_width: '10in' }, 'pdf_width: has an effect only with pdf_height'],
  [
    { pdf_fit_one_page: true, pdf_page_ranges: '1' },
    /^pdf_fit_one_page: cannot be combined with pdf_paper_format, .*pdf_page_ranges/,
  ],
  [
    { pdf_outline: true, pdf_tagged: false },
    'pdf_outline: cannot be combined with pdf_tagged: the outline consists of tags',
  ],
  [
    { pdf_width: '10', pdf_height: '5in' },
    'pdf_width must be a length such as 210mm, 8.5in, 40px or 0.',
  ],
  [
    { pdf_width: '201in', pdf_height: '5in' },
    'pdf_width: must be from 1 to 200 inches, and not 201in',
  ],
  [{ pdf_margin_top: '11in' }, 'pdf_margin_top: must be from 0 to 10 inches, and not 11in'],
  [
    { pdf_margin: '5in' },
    'pdf_margin: leaves no room for content: the pages have a width of 8.27 inches',
  ],
  [
    { pdf_page_ranges: '3-1' },
    'pdf_page_ranges: must have ranges that end after their start, and not 3-1',
  ],
  [{ pdf_page_ranges: 'all' }, 'pdf_page_ranges must be pages and ranges such as 1-3,5.'],
  [{ pdf_scale: 3 }, 'pdf_scale must be a number from 0.1 to 2.'],
  [{ pdf_paper_format: 'b5' }, /^pdf_paper_format must be a0, .* or ledger\.$/],
] as const)('[CO-A15] %j is rejected with its reason, free of charge', async (options, message) => {
  const owner = await app.customer();
  const response = await request(options, owner);
  expect(response.status).toBe(400);
  const error = await readJson(response);
  expect(error.message).toMatch(message);
  expect(await owner.balance()).toEqual({ available: 100, held: 0 });
});

test('[CO-A15] lengths are in their units, and templates have no scripts, frames and network images', () => {
  const settings = pdfSettingsOf(
    readStoredOptions({
      file_type: 'pdf',
      pdf_width: '254mm',
      pdf_height: '960px',
      pdf_margin: '36pt',
      pdf_margin_left: '0',
      pdf_header:
        '<b onclick="x()" style="color:red">A</b><script>x()</script><img src="http://a.example/x"><iframe src="//b"></iframe>',
    }),
  );
  expect(settings).toMatchObject({
    paper: { width: 10, height: 10 },
    margins: { top: 0.5, right: 0.5, bottom: 0.5, left: 0 },
  });
  expect(settings?.header).toMatch(
    /^<div style="[^"]+"><b style="color:red">A<\/b><img \/><\/div>$/,
  );
  expect(settings).not.toHaveProperty('footer');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScreenshotsApp, readJson, type TestCustomer } from '../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let customer: TestCustomer;
beforeAll(async () => {
  app = await openScreenshotsApp((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end(
      '<body style="margin:0"><div style="width:40px;height:30px;background:#0a0">A</div>Text of a page',
    );
  });
  customer = await app.customer();
});
afterAll(() => app.close());

const request = (options: object, by = customer) =>
  by.byKey('/screenshots', { url: app.siteUrl, wait: 25, ...options });

const requestHtml = (fields: object) => customer.byKey('/html-to-image', { wait: 25, ...fields });

test('[CO-A1] the report has one warning for each option without effect', async () => {
  const { screenshot } = await readJson(
    await request({
      emulate_device: 'iPhone 15',
      retina: true,
      full_page: true,
      element_selector: 'div',
      inject_css: '/* nothing */',
    }),
  );
  const warnings = [
    { option: 'full_page', message: 'The element was captured instead of the full page.' },
    { option: 'retina', message: 'The device has 3 device pixels per CSS pixel already.' },
    { option: 'inject_css', message: 'The style sheet has no valid rule.' },
  ];
  expect(screenshot.report.warnings).toEqual(warnings);
  const read = await readJson(await customer.byKey(`/screenshots/${screenshot.id}`));
  expect(read.report.warnings).toEqual(warnings);
  const plain = await readJson(await request({}));
  expect(plain.screenshot.report.warnings).toEqual([]);
});

test('[CO-A2] options that contradict each other are rejected, with the names of both', async () => {
  const owner = await app.customer();
  const response = await request({ emulate_device: 'iPhone 15', width: 300 }, owner);
  expect(response.status).toBe(400);
  const { code, message, details } = await readJson(response);
  expect(code).toBe('unsupported_option_combination');
  expect(message).toMatch(/^emulate_device: .*width/);
  expect(details.fields).toMatchObject([{ path: 'emulate_device' }]);
  expect(await owner.balance()).toEqual({ available: 100, held: 0 });
});

test('[CO-A3] names of other services are accepted, and are the same request', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const { siteUrl: url } = app;
  const names = { viewport_width: 300, format: 'JPG', selector: 'div' };
  const first = await readJson(await customer.byKey('/screenshots', { url, ...names }, headers));
  const canonical = { width: 300, file_type: 'jpeg', element_selector: 'div' };
  const again = await customer.byKey('/screenshots', { url, ...canonical }, headers);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect((await readJson(again)).requestId).toBe(first.requestId);
  const { options } = await readJson(await customer.byKey(`/screenshots/${first.requestId}`));
  expect(options).toMatchObject({ width: '300', file_type: 'jpeg', element_selector: 'div' });
  expect(options).not.toHaveProperty('viewport_width');
});

test('[CO-A3] an alias beside the name of its option is rejected, with both', async () => {
  const response = await request({ width: 300, viewport_width: 300 });
  expect(response.status).toBe(400);
  expect(await readJson(response)).toMatchObject({
    code: 'unsupported_option_combination',
    message: 'viewport_width: is another name of width, and a request may have only one of them',
  });
});

test.each([
  [
    { quality: 60 },
    'quality: cannot be combined with file_type png, gif, pdf, html, markdown, text or mhtml: it has no quality',
  ],
  [{ file_type: 'jpeg', quality: 0 }, 'quality must be a whole number from 1 to 100.'],
  [
    { retina: true, device_scale_factor: 3 },
    'device_scale_factor: cannot be combined with retina: retina is a scale of 2',
  ],
  [{ device_scale_factor: 4.1 }, 'device_scale_factor must be a number from 0.5 to 4.'],
  [
    { clip_x: 0, clip_y: 0, clip_width: 5 },
    'clip_x: has an effect only with clip_y, clip_width and clip_height',
  ],
  [
    { clip_x: 0, clip_y: 0, clip_width: 5, clip_height: 5, full_page: true },
    'clip_x: cannot be combined with full_page or element_selector: a clip is a rectangle of the page',
  ],
  [{ padding: 5 }, 'padding: has an effect only with element_selector'],
  [{ image_width: 15 }, 'image_width must be a whole number from 16 to 7680.'],
  [
    { image_width: 50, image_fit: 'cover' },
    'image_fit: has an effect only with image_width and image_height',
  ],
  [{ full_page_scroll: false }, 'full_page_scroll: has an effect only with full_page'],
  [
    { full_page: true, full_page_max_height: 99 },
    'full_page_max_height must be a whole number from 100 to 25000.',
  ],
  [
    { file_name: 'a/b' },
    'file_name must be 1 to 120 characters without slashes, line breaks and control characters.',
  ],
  [{ image_background: 'red' }, 'image_background must be a colour such as #ffffff or #ffffff80.'],
  [
    { file_type: 'jpeg', omit_background: true },
    'omit_background: cannot be combined with file_type jpeg: JPEG has no transparency',
  ],
])('[CO-A2] %j is rejected, and nothing is charged', async (options, message) => {
  const owner = await app.customer();
  const response = await request(options, owner);
  expect(response.status).toBe(400);
  expect(await readJson(response)).toMatchObject({ message });
  expect(await owner.balance()).toEqual({ available: 100, held: 0 });
});

test.each([
  ['png', 'png'],
  ['jpeg', 'jpg'],
  ['webp', 'webp'],
  ['avif', 'avif'],
  ['gif', 'gif'],
])('[CO-A5] a %s is stored, named, served and has a thumbnail', async (fileType, extension) => {
  const { screenshot } = await readJson(await request({ file_type: fileType, image_width: 320 }));
  expect(screenshot).toMatchObject({
    status: 'COMPLETE',
    imageWidth: 320,
    imageHeight: 180,
    creditsCharged: 1,
    options: { file_type: fileType, image_width: '320' },
  });
  expect(new URL(screenshot.screenshotUrl).pathname).toMatch(new RegExp(`\\.${extension}$`));
  const image = await customer.byKey(`/screenshots/${screenshot.id}/image`);
  expect(image.headers.get('content-type')).toBe(`image/${fileType}`);
  const bytes = Buffer.from(await image.arrayBuffer());
  expect(bytes.length).toBe(screenshot.screenshotImageSize);
  const thumbnail = await fetch(screenshot.thumbnailUrl);
  expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp']);
  await thumbnail.arrayBuffer();
});

test('[CO-A7] a scale above 1 costs as much as retina', async () => {
  const charged = async (options: object) =>
    (await readJson(await request(options))).screenshot.creditsCharged;
  const { creditsCharged, imageWidth } = (
    await readJson(await request({ device_scale_factor: 1.5 }))
  ).screenshot;
  expect([creditsCharged, imageWidth]).toEqual([2, 1_920]);
  expect(await charged({ device_scale_factor: 0.5 })).toBe(1);
  expect(await charged({ retina: true })).toBe(2);
});

test('[CO-A7] a device keeps its own scale if that is larger, with a warning', async () => {
  const { screenshot } = await readJson(
    await request({ emulate_device: 'iPhone 15', device_scale_factor: 2 }),
  );
  expect(screenshot.imageWidth).toBe(393 * 3);
  const message = 'The device has 3 device pixels per CSS pixel already.';
  expect(screenshot.report.warnings).toEqual([{ option: 'device_scale_factor', message }]);
});

test('[CO-A8] a clip outside of the page fails free of charge', async () => {
  const clip = { clip_x: 5_000, clip_y: 0, clip_width: 10, clip_height: 10 };
  const owner = await app.customer();
  const response = await request(clip, owner);
  expect(response.status).toBe(422);
  expect(await readJson(response)).toMatchObject({
    code: 'clip_outside_page',
    message: 'The clip starts at 5000, 0, and the page has 1280 × 720 CSS pixels.',
  });
  expect(await owner.balance()).toEqual({ available: 100, held: 0 });
});

test('[CO-A11] settings of the full page reach the engine', async () => {
  const { screenshot } = await readJson(
    await request({ full_page: true, full_page_max_height: 300, full_page_scroll: 'false' }),
  );
  expect(screenshot).toMatchObject({ imageHeight: 300, creditsCharged: 2 });
  expect(screenshot.options).toMatchObject({ full_page_scroll: 'false' });
});

test('[CO-A12] the base URL of pasted HTML is validated, and warns if it has no effect', async () => {
  const denied = await requestHtml({ html: 'A', base_url: 'file:///etc/' });
  expect([denied.status, (await readJson(denied)).code]).toEqual([400, 'unsupported_scheme']);
  const inside = await requestHtml({ html: 'A', base_url: 'http://10.0.0.1/' });
  expect([inside.status, (await readJson(inside)).code]).toEqual([403, 'url_not_allowed']);
  const { screenshot } = await readJson(
    await requestHtml({
      html: '<base href="https://a.example/">A',
      base_url: 'https://b.example/',
    }),
  );
  const message = 'The HTML names a base URL itself.';
  expect(screenshot.report.warnings).toEqual([{ option: 'base_url', message }]);
});

test('[CO-A13] a file has the chosen name, with the ending of its format', async () => {
  const { screenshot } = await readJson(
    await request({ file_name: 'Preisübersicht 1', file_type: 'webp' }),
  );
  expect(decodeURIComponent(new URL(screenshot.screenshotUrl).pathname)).toMatch(
    /\/Preisübersicht 1\.webp$/,
  );
  const image = await customer.byKey(`/screenshots/${screenshot.id}/image`);
  expect(image.headers.get('content-disposition')).toContain('Preis%C3%BCbersicht%201.webp');
  await image.arrayBuffer();
});

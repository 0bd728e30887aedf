import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openScreenshotsApp,
  readJson,
  type TestCustomer,
} from '../../../../test/screenshots-app.ts';
import { unzip } from '../../../../test/unzip.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let customer: TestCustomer;
beforeAll(async () => {
  app = await openScreenshotsApp((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end('<body style="margin:0"><div style="height:1700px;background:#00aa44">Page</div>');
  });
  customer = await app.customer();
});
afterAll(() => app.close());

const request = (options: object) =>
  customer.byKey('/screenshots', { url: app.siteUrl, wait: 25, full_page: true, ...options });

test('[CO-A21] slices are stored, listed with their places, and zipped, at the price of the full page', async () => {
  const options = { slice_height: 800, slice_overlap: 50, file_name: 'page', width: 300 };
  const { screenshot } = await readJson(await request(options));
  expect(screenshot.creditsCharged).toBe(2);
  expect(screenshot.slices).toEqual([
    { index: 0, y: 0, height: 800, url: screenshot.screenshotUrl },
    { index: 1, y: 750, height: 800, url: expect.stringMatching(/page-slice-2\.png$/) },
    { index: 2, y: 1_500, height: 200, url: expect.stringMatching(/page-slice-3\.png$/) },
  ]);
  for (const { url, height } of screenshot.slices) {
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 300, height });
  }
  const zip = await customer.call('POST', '/projects/files/zip', { ids: [screenshot.id] });
  const entries = await unzip(new Uint8Array(await zip.arrayBuffer()));
  expect(entries.map(({ name }) => /(?:-slice-\d)?\.\w+$/.exec(name)?.[0])).toEqual([
    '.png',
    '-slice-2.png',
    '-slice-3.png',
    '.csv',
  ]);
});

test.each([
  [{ full_page: false, slice_height: 800 }, 'slice_height: has an effect only with full_page'],
  [{ slice_height: 499 }, 'slice_height must be a whole number from 500 to 16000.'],
  [{ slice_overlap: 5 }, 'slice_overlap: has an effect only with slice_height'],
  [
    { slice_height: 500, slice_overlap: 500 },
    'slice_overlap: must be less than slice_height (500), and not 500',
  ],
  [
    { slice_height: 500, image_width: 100 },
    'slice_height: cannot be combined with image_width or image_height: slices have the size of the page',
  ],
  [
    { sticky: 'keep', slice_height: 500, mask_selectors: ['p'] },
    'sticky: keep cannot be combined with slice_height and mask_selectors: the image is joined from the screens of the page',
  ],
  [{ sticky: 'keep', file_type: 'pdf' }, /^sticky: keep cannot be combined with file_type pdf/],
  [{ slice_height: 500, file_type: 'pdf' }, /^slice_height: cannot be combined with file_type pdf/],
] as const)('[CO-A21] [CO-A22] %j is rejected with its reason', async (options, message) => {
  const response = await request(options);
  expect(response.status).toBe(400);
  expect((await readJson(response)).message).toMatch(message);
});

import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertProject } from '../../../test/factories.ts';
import {
  colouredSite,
  openScreenshotsApp,
  readJson,
  type TestCustomer,
} from '../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let customer: TestCustomer;
let before: string;
let same: string;
let after: string;
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite);
  customer = await app.customer();
  before = await capture({});
  same = await capture({});
  after = await capture({ html: changed });
});
afterAll(() => app?.close());

const plain = '<body style="margin:0;background:#fff">';
const changed = `${plain}<div style="width:100px;height:50px;margin:20px 40px;float:left;background:#00a">`;

/** Captures HTML, and returns the id of the screenshot. */
async function capture(options: object, by = customer): Promise<string> {
  const body = { html: plain, width: 300, height: 200, wait: 25, ...options };
  const { requestId, screenshot } = await readJson(await by.byKey('/html-to-image', body));
  expect(screenshot.status).toBe('COMPLETE');
  return requestId;
}

const send = (body: object, headers: Record<string, string> = {}, by = customer) =>
  by.byKey('/comparisons', body, headers);
const compare = async (body: object) => readJson(await send({ before, after, ...body }));

test('[CM-1] equal files are identical; the call costs nothing and stores nothing', async () => {
  const balance = await customer.balance();
  const files = await app.db.selectFrom('files').select('id').execute();
  expect((await compare({ after: same })).data).toEqual({
    before,
    after: same,
    identical: true,
    diffPixels: 0,
    diffRatio: 0,
    sizeDiffers: false,
    width: 300,
    height: 200,
    regions: [],
    regionCount: 0,
    passed: true,
  });
  expect((await compare({})).data).toMatchObject({
    identical: false,
    diffPixels: 5_000,
    diffRatio: 5_000 / 60_000,
    regions: [{ x: 40, y: 20, width: 100, height: 50, pixels: 5_000 }],
    regionCount: 1,
    passed: false,
  });
  expect(await customer.balance()).toEqual(balance);
  expect(await app.db.selectFrom('files').select('id').execute()).toEqual(files);
});

test.each([
  [{ max_diff_ratio: '0.1' }, true],
  [{ max_diff_ratio: 0.08 }, false],
  [{ max_diff_pixels: 5_000 }, true],
  [{ max_diff_pixels: 4_999 }, false],
  [{ ignore_regions: [{ x: 40, y: 20, width: 100, height: 50 }] }, true],
  [{ ignore_regions: [{ x: '40', y: '20', width: '100', height: '49' }] }, false],
])('[CM-5] %j passes: %j', async (limit, passed) => {
  expect((await compare(limit)).data.passed).toBe(passed);
});

test('[CM-4] captures of different heights differ by the added part', async () => {
  const higher = await capture({ height: 260 });
  expect((await compare({ after: higher })).data).toMatchObject({
    sizeDiffers: true,
    height: 260,
    regions: [{ x: 0, y: 200, width: 300, height: 60, pixels: 18_000 }],
  });
});

test('[CM-6] the image of the difference is the response, or part of the JSON', async () => {
  for (const [body, headers] of [
    [{ response_type: 'image' }, {}],
    [{}, { accept: 'image/png' }],
  ] as const) {
    const response = await send({ before, after, ...body }, headers);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-diff-pixels': '5000',
      'x-diff-passed': 'false',
      'x-diff-image-y': '0',
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 300, height: 200 });
  }
  const { image, diffPixels } = await compare({ response_type: 'base64', max_side: 64 });
  expect([diffPixels, image.contentType, image.y]).toEqual([5_000, 'image/webp', 0]);
  const bytes = Buffer.from(image.base64, 'base64');
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 64, height: 43 });
  // Equal files have an image as well.
  const equal = await compare({ after: same, response_type: 'base64' });
  expect(equal).toMatchObject({ identical: true, image: { contentType: 'image/png' } });
});

test('[CM-9] a screenshot of another organisation or project does not exist', async () => {
  const stranger = await app.customer();
  const foreign = await readJson(await send({ before, after }, {}, stranger));
  expect(foreign).toMatchObject({
    statusCode: 404,
    code: 'screenshot_not_found',
    message: 'The screenshot in before does not exist.',
    details: { fields: [{ path: 'before' }] },
  });
  const own = await capture({}, stranger);
  const mixed = await send({ before: own, after }, {}, stranger);
  expect(await readJson(mixed)).toMatchObject({
    statusCode: 404,
    message: 'The screenshot in after does not exist.',
  });
  const project = await insertProject(app.db, { organization_id: customer.organizationId });
  const bound = await customer.boundKey(project.id);
  const headers = { 'x-api-key': bound.key };
  const request = { html: plain, wait: 25 };
  const { requestId: visible } = await readJson(await app.send('/html-to-image', request, headers));
  for (const [body, status] of [
    [{ before: visible, after }, 404],
    [{ before, after: visible }, 404],
    [{ before: visible, after: visible }, 200],
  ] as const) {
    expect((await app.send('/comparisons', body, headers)).status).toBe(status);
  }
  // The dashboard sees all projects of its organisation.
  expect((await customer.bySession('/comparisons', { before, after })).status).toBe(200);
  const anonymous = await app.send('/comparisons', { before, after }, {});
  expect(anonymous.status).toBe(401);
});

test('[CM-9] a document is rejected with its type', async () => {
  const pdf = await capture({ file_type: 'pdf' });
  expect(await compare({ after: pdf })).toMatchObject({
    statusCode: 400,
    code: 'validation_failed',
    message: 'after: must be the ID of an image, but its file is of the type application/pdf',
  });
});

test('[CM-9] captures that run, failed, or are not stored have their own errors', async () => {
  const failed = await customer.byKey('/screenshots', {
    url: app.siteUrl,
    element_selector: '#no',
  });
  const { requestId } = await readJson(failed);
  await app.untilEnded(customer, requestId);
  expect(await compare({ after: requestId })).toMatchObject({
    statusCode: 422,
    code: 'selector_not_found',
    details: { screenshotId: requestId },
  });
  const unstored = await customer.byKey('/html-to-image', {
    html: plain,
    store: false,
    response_type: 'image',
  });
  const id = unstored.headers.get('x-screenshot-id');
  expect(await compare({ after: id })).toMatchObject({ statusCode: 410, code: 'image_not_stored' });
  const waiting = await readJson(
    await customer.byKey('/html-to-image', { html: plain, delay: 60 }),
  );
  expect(await compare({ before: waiting.requestId })).toMatchObject({
    statusCode: 409,
    code: 'not_ready',
  });
  await customer.byKey(`/screenshots/${waiting.requestId}/cancel`, {});
});

test('[CM-7] images that together cover too many pixels are rejected before they are decoded', async () => {
  const wide = await capture({});
  await app.db
    .updateTable('files')
    .set({ width_px: 60_000, height_px: 2_000 })
    .where('screenshot_id', '=', wide)
    .execute();
  expect(await compare({ after: wide, response_type: 'base64' })).toMatchObject({
    statusCode: 422,
    code: 'image_too_large',
    message:
      'The images together cover 60000 × 2000 pixels; a comparison takes at most 67108864 pixels.',
  });
});

const region = { x: 0, y: 0, width: 1, height: 1 };

test.each([
  ['after', { after: undefined }],
  ['after', { after: 'x' }],
  ['threshold', { threshold: 2 }],
  ['max_diff_pixels', { max_diff_ratio: 0.1, max_diff_pixels: 1 }],
  ['ignore_regions', { ignore_regions: Array.from({ length: 51 }, () => region) }],
  ['ignore_regions.0.width', { ignore_regions: [{ ...region, width: 0 }] }],
  ['response_type', { response_type: 'redirect' }],
  ['max_side', { max_side: 5_000 }],
])('[CM-9] an invalid %s is rejected, naming the field', async (path, body) => {
  const error = await compare(body);
  expect([error.statusCode, error.details.fields[0].path]).toEqual([400, path]);
});

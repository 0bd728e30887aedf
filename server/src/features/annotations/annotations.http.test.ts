import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertProject } from '../../../test/factories.ts';
import {
  colouredSite,
  openScreenshotsApp,
  readJson,
  type TestCustomer,
} from '../../../test/screenshots-app.ts';
import { createDiskStore } from '../../adapters/storage/disk-store.ts';
import { sha256 } from '../../lib/crypto.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let customer: TestCustomer;
let id: string;
const dataDir = mkdtempSync(join(tmpdir(), 'shotwright-annotations-'));
beforeAll(async () => {
  app = await openScreenshotsApp(colouredSite, { DATA_DIR: dataDir, STORAGE: 'disk' });
  customer = await app.customer();
  id = await capture({});
});
afterAll(async () => {
  await app?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const absentId = '01a1fdc6-873b-7433-acfe-e435a75d870b';
const html =
  '<body style="margin:0;background:#fff;font:20px monospace"><p style="margin:60px 0 0 10px">4111 1111 1111 1111';
const box = { type: 'box', x: 20, y: 100, width: 100, height: 50, color: '#2347d9', thickness: 6 };
const blur = { type: 'blur', x: 0, y: 50, width: 300, height: 40 };
const text = { type: 'text', x: 150, y: 110, text: 'Look <here>', size: 20 };
const arrow = { type: 'arrow', x: 290, y: 180, to_x: 200, to_y: 180 };

/** Captures HTML, and returns the id of the screenshot. */
async function capture(options: object, by = customer): Promise<string> {
  const body = { html, width: 300, height: 200, wait: 25, ...options };
  const { requestId, screenshot } = await readJson(await by.byKey('/html-to-image', body));
  expect(screenshot.status).toBe('COMPLETE');
  return requestId;
}

const annotate = (of: string, body: object, by: TestCustomer['byKey'] = customer.byKey) =>
  by(`/screenshots/${of}/annotations`, body);

async function imageOf(screenshotId: string): Promise<Buffer> {
  const response = await customer.byKey(`/screenshots/${screenshotId}/image`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const filesOf = () => app.db.selectFrom('files').select('id').execute();

async function pixelsOf(image: Buffer) {
  const raw = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { data, info } = raw;
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x + 1) * 3),
  ];
  const row = (y: number, width: number) =>
    Array.from({ length: width }, (_, x) => at(x, y).join());
  return { info, at, row };
}

test('[RP-6] marks are drawn on a copy; the original stays as it is, and nothing is charged', async () => {
  const [original, balance] = [await imageOf(id), await customer.balance()];
  const response = await annotate(id, { marks: [box, text, arrow, blur] });
  expect(response.status).toBe(201);
  const copy = await readJson(response);
  expect(copy).toMatchObject({
    annotatedFrom: id,
    fileName: expect.stringMatching(/^html-[\d-]+-annotated\.png$/),
    width: 300,
    height: 200,
    message: 'Annotated copy saved successfully',
  });
  const image = await imageOf(copy.screenshotId);
  expect(image.byteLength).toBe(copy.bytes);
  const { at, row } = await pixelsOf(image);
  expect([at(60, 102), at(60, 125)]).toEqual([
    [35, 71, 217],
    [255, 255, 255],
  ]);
  expect(at(250, 180)).toEqual([224, 16, 32]);
  expect(row(118, 300).slice(150).join(' ')).toContain('224,16,32');
  // The row of the digits has one colour for each block, and no black.
  const before = (await pixelsOf(original)).row(72, 300);
  expect(new Set(before).size).toBeGreaterThan(5);
  const after = row(72, 300);
  expect(new Set(after).size).toBeLessThanOrEqual(8);
  for (let x = 0; x < 280; x += 40) expect(new Set(after.slice(x, x + 40)).size).toBe(1);
  expect(sha256(await imageOf(id))).toBe(sha256(original));
  expect(await customer.balance()).toEqual(balance);
});

test('[RP-6] a crop has its size and shows its part of the image', async () => {
  const crop = { x: 20, y: 100, width: 60, height: 40 };
  const { screenshotId, width, height } = await readJson(
    await annotate(id, { marks: [box], crop }),
  );
  expect([width, height]).toEqual([60, 40]);
  const { info, at } = await pixelsOf(await imageOf(screenshotId));
  expect([info.width, info.height]).toEqual([60, 40]);
  expect([at(2, 2), at(30, 30)]).toEqual([
    [35, 71, 217],
    [255, 255, 255],
  ]);
  const uncut = await annotate(id, { crop: { x: '0', y: '0', width: '300', height: '200' } });
  expect(uncut.status).toBe(201);
});

test.each(['jpeg', 'webp'])('[RP-6] the copy of a %s has the same format', async (format) => {
  const of = await capture({ file_type: format });
  const { screenshotId, fileName } = await readJson(await annotate(of, { marks: [box] }));
  expect(fileName).toMatch(format === 'jpeg' ? /-annotated\.jpg$/ : /-annotated\.webp$/);
  expect(await sharp(await imageOf(screenshotId)).metadata()).toMatchObject({ format });
});

test('[RP-6] a copy can be annotated again', async () => {
  const { screenshotId } = await readJson(await annotate(id, { marks: [box] }));
  const again = await readJson(await annotate(screenshotId, { marks: [blur] }));
  expect(again.annotatedFrom).toBe(screenshotId);
  expect(again.fileName).toMatch(/\d-annotated\.png$/);
  const { at } = await pixelsOf(await imageOf(again.screenshotId));
  expect(at(60, 102)).toEqual([35, 71, 217]);
});

test('[RP-6] a repeat with the same Idempotency-Key makes one copy', async () => {
  const of = await capture({});
  const send = () =>
    customer.byKey(
      `/screenshots/${of}/annotations`,
      { marks: [box] },
      { 'idempotency-key': 'one-copy' },
    );
  const first = await readJson(await send());
  const second = await send();
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect((await readJson(second)).screenshotId).toBe(first.screenshotId);
  const { copies } = await readJson(await customer.byKey(`/screenshots/${of}/annotations`));
  expect(copies).toHaveLength(1);
});

test.each([
  [
    'marks.0.x',
    'must be at most 299; the image is 300 × 200 pixels',
    { marks: [{ ...box, x: 300 }] },
  ],
  [
    'marks.1.width',
    'must be at most 280; the image is 300 × 200 pixels',
    { marks: [blur, { ...box, width: 281 }] },
  ],
  [
    'marks.0.height',
    'must be at most 150; the image is 300 × 200 pixels',
    { marks: [{ ...blur, height: 151 }] },
  ],
  [
    'marks.0.to_y',
    'must be at most 200; the image is 300 × 200 pixels',
    { marks: [{ ...arrow, to_y: 201 }] },
  ],
  [
    'marks.0.x',
    'must be at most 300; the image is 300 × 200 pixels',
    { marks: [{ ...text, x: 301 }] },
  ],
  [
    'marks.0.to_x',
    'must differ from x, or to_y from y',
    { marks: [{ ...arrow, to_x: 290, to_y: 180 }] },
  ],
  [
    'crop.width',
    'must be at most 300; the image is 300 × 200 pixels',
    { crop: { x: 0, y: 0, width: 301, height: 10 } },
  ],
  ['marks.0.type', 'must be one of arrow, box, text, blur', { marks: [{ ...box, type: 'ring' }] }],
  ['marks.0.colour', 'Unknown field "colour".', { marks: [{ ...box, colour: '#fff' }] }],
  ['marks', 'must have a mark, or the request a crop', {}],
])('[RP-6] %s is rejected: it %s; nothing is stored', async (path, message, body) => {
  const before = await filesOf();
  const response = await annotate(id, body);
  expect(response.status).toBe(400);
  expect(await readJson(response)).toMatchObject({
    code: 'validation_failed',
    details: { fields: [{ path, message: expect.stringContaining(message) as string }] },
  });
  expect(await filesOf()).toEqual(before);
});

test('[RP-6] what has no still image is a clear error', async () => {
  const pdf = await capture({ file_type: 'pdf' });
  expect(await readJson(await annotate(pdf, { marks: [box] }))).toMatchObject({
    statusCode: 400,
    code: 'validation_failed',
    message: 'id: must be the ID of an image, but its file is of the type application/pdf',
  });
  const made = await customer.byKey('/html-to-image', {
    html,
    store: false,
    response_type: 'image',
  });
  const unstored = made.headers.get('x-screenshot-id') ?? '';
  expect(await readJson(await annotate(unstored, { marks: [box] }))).toMatchObject({
    statusCode: 410,
    code: 'image_not_stored',
  });
  const lost = await customer.byKey('/screenshots', { url: 'http://nowhere.invalid/', wait: 25 });
  const failed = (await readJson(lost)).details.screenshotId;
  const refused = await readJson(await annotate(failed, { marks: [box] }));
  expect([refused.code, refused.details.screenshotId]).toEqual(['dns_error', failed]);
});

test('[RP-6] an animated image is a clear error', async () => {
  const of = await capture({ file_type: 'webp' });
  const frames = Buffer.alloc(300 * 400 * 3).fill(255, 300 * 200 * 3);
  const raw = { width: 300, height: 400, channels: 3, pageHeight: 200 } as const;
  const bytes = await sharp(frames, { raw }).webp().toBuffer();
  const store = await createDiskStore({ directory: join(dataDir, 'files') });
  await store.put('animated', bytes, { contentType: 'image/webp' });
  await app.db
    .updateTable('files')
    .set({ storage_key: 'animated' })
    .where('screenshot_id', '=', of)
    .execute();
  expect(await readJson(await annotate(of, { marks: [box] }))).toMatchObject({
    statusCode: 400,
    message: 'id: must be the ID of a still image, but this one is animated',
  });
});

test('[RP-6] a screenshot of another organisation or project does not exist', async () => {
  const stranger = await app.customer();
  const body = { marks: [box] };
  const project = await insertProject(app.db, { organization_id: customer.organizationId });
  const { key } = await customer.boundKey(project.id);
  const byBoundKey: TestCustomer['byKey'] = (path, given) =>
    app.send(path, given, { 'x-api-key': key });
  for (const response of [
    await annotate(id, body, stranger.byKey),
    await annotate(id, body, stranger.bySession),
    await annotate(id, body, byBoundKey),
    await annotate(absentId, body),
    await stranger.bySession(`/screenshots/${id}/annotations`),
    await byBoundKey(`/screenshots/${id}/annotations`),
  ]) {
    expect([response.status, (await readJson(response)).code]).toEqual([
      404,
      'screenshot_not_found',
    ]);
  }
  expect((await annotate(id, body, customer.bySession)).status).toBe(201);
  expect((await app.send(`/screenshots/${id}/annotations`, body, {})).status).toBe(401);
});

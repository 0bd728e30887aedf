import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, test, vi } from 'vitest';
import { serve, startRelay } from '../../test/http.ts';
import { createClient, verifyWebhook, type CaptureOptions } from '../src/index.ts';

const { url, keys } = inject('product');
const client = createClient({ url, apiKey: keys.typescript });
const folder = mkdtempSync(join(tmpdir(), 'shotwright-sdk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = (): Promise<string> =>
  serve((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end('<h1>A page with text</h1>');
  });
const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

test('[DX-9] a URL and HTML are captured, read, listed, downloaded and deleted', async () => {
  const target = `${await page()}/${randomUUID()}`;
  const path = join(folder, 'page.png');
  const shot = await client.captureToFile({ url: target, width: 300, height: 200 }, path);
  expect(shot).toMatchObject({ status: 'COMPLETE', url: target, imageWidth: 300 });
  expect(readFileSync(path).subarray(0, 4)).toEqual(pngStart);
  expect(await client.getScreenshot(shot.id)).toMatchObject({ id: shot.id, creditsCharged: 1 });

  const { requestId } = await client.requestCapture({ html: '<h1>Hello</h1>', file_type: 'jpeg' });
  expect(await client.waitFor(requestId)).toMatchObject({ type: 'HTML', status: 'COMPLETE' });
  const image = await client.downloadImage(requestId);
  expect(image).toMatchObject({ contentType: 'image/jpeg' });
  expect(image.fileName).toMatch(/\.jpg$/);
  expect((await image.bytes()).length).toBe(image.sizeBytes);

  const { screenshots, meta } = await client.listScreenshots({ url: target });
  expect([screenshots.map(({ id }) => id), meta.total]).toEqual([[shot.id], 1]);
  const listed: string[] = [];
  for await (const { id } of client.eachScreenshot({ limit: 1 })) listed.push(id);
  expect(listed).toEqual(expect.arrayContaining([shot.id, requestId]));
  expect(new Set(listed).size).toBe(listed.length);

  await client.deleteScreenshot(shot.id);
  await expect(client.getScreenshot(shot.id)).rejects.toMatchObject({
    code: 'screenshot_not_found',
    status: 404,
  });
});

test('[DX-9] a zip, the projects and the request log are read, and a sample event is sent', async () => {
  const { id } = await client.capture({ html: '<h1>Zip</h1>' });
  const path = join(folder, 'images.zip');
  const zip = await client.downloadZip([id], { template: '{id}.{ext}' });
  expect([zip.contentType, zip.fileName]).toEqual(['application/zip', 'screenshots.zip']);
  await zip.saveTo(path);
  expect(readFileSync(path).toString('latin1')).toContain(`${id}.png`);
  expect((await client.listProjects())[0]).toMatchObject({ id: expect.any(Number) });
  await expect
    .poll(async () => (await client.listRequests({ text: id })).requests)
    .toMatchObject([{ screenshotId: id, status: 200 }]);
  const receiver = await serve((_req, res) => res.writeHead(204).end());
  const sample = await client.sendWebhookSample(receiver, 'screenshot.failed');
  expect([sample.isDelivered, sample.answer.statusCode]).toEqual([true, 204]);
});

test('[DX-9] [CM-10] two screenshots are compared, with the image of the difference', async () => {
  const capture = async (color: string) => {
    const html = `<body style="margin:0;background:${color}">`;
    return (await client.capture({ html, width: 200, height: 100 })).id;
  };
  const [before, after] = await Promise.all([capture('#fff'), capture('#00f')]);
  const ignore_regions = [{ x: 0, y: 0, width: 200, height: 90 }];
  const limits = { ignore_regions, max_diff_ratio: 0.1, response_type: 'base64' } as const;
  const { image, ...result } = await client.compare({ before, after, ...limits });
  expect(result).toMatchObject({
    identical: false,
    diffPixels: 2_000,
    passed: true,
    regions: [{ x: 0, y: 90, width: 200, height: 10, pixels: 2_000 }],
  });
  expect(Buffer.from(image?.base64 ?? '', 'base64').subarray(0, 4)).toEqual(pngStart);
  expect(await client.compare({ before, after })).toMatchObject({ passed: false, diffRatio: 1 });
  await expect(client.compare({ before, after: randomUUID() })).rejects.toMatchObject({
    code: 'screenshot_not_found',
    field: 'after',
  });
});

test('[DX-9] usage and devices are read with the same key', async () => {
  const usage = await client.getUsage();
  expect(usage.creditsAvailable).toBeGreaterThan(0);
  const devices = await client.listDevices();
  expect(devices.map(({ name }) => name)).toContain('iPhone 15');
});

test('[DX-9] [PA-9] a connection killed during a capture is retried without a second capture', async () => {
  const relay = await startRelay(url);
  let visits = 0;
  const site = await serve((_req, res) => {
    visits += 1;
    // The page is requested, so the capture was accepted and its client waits.
    if (visits === 1) relay.cut();
    res.setHeader('content-type', 'text/html');
    res.end('<p>Page</p>');
  });
  const target = `${site}/${randomUUID()}`;
  const throughRelay = createClient({ url: relay.url, apiKey: keys.typescript });
  const shot = await throughRelay.capture({ url: target });
  expect(shot).toMatchObject({ status: 'COMPLETE', creditsCharged: 1 });
  const { screenshots } = await client.listScreenshots({ url: target });
  expect(screenshots.map(({ id }) => id)).toEqual([shot.id]);
  expect(visits).toBeGreaterThan(0);
});

test('[DX-9] calls with one idempotency key make one capture', async () => {
  const target = `${await page()}/${randomUUID()}`;
  const call = { idempotencyKey: randomUUID() };
  const shots = await Promise.all([1, 2, 3].map(() => client.capture({ url: target }, call)));
  expect(new Set(shots.map(({ id }) => id)).size).toBe(1);
});

test('[DX-9] an invalid option is an error with the field, the valid values and the status', async () => {
  await expect(client.capture({ html: '<p>', width: 5 })).rejects.toMatchObject({
    name: 'ShotwrightError',
    code: 'validation_failed',
    status: 400,
    field: 'width',
    message: expect.stringContaining('from 100 to 7680') as string,
    isRetryable: false,
  });
  const misspelt = { html: '<p>', fullpage: true } as CaptureOptions;
  await expect(client.capture(misspelt)).rejects.toMatchObject({
    fields: [{ path: 'fullpage', did_you_mean: 'full_page' }],
  });
});

test('[DX-9] a failed capture is an error with its reason and its screenshot, also after waiting', async () => {
  const options = { html: '<p>Text</p>', element_selector: '#absent' };
  const failure = { code: 'selector_not_found', isRetryable: false };
  await expect(client.capture(options)).rejects.toMatchObject({
    ...failure,
    status: 422,
    screenshotId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
  });
  const { requestId } = await client.requestCapture(options);
  await expect(client.waitFor(requestId)).rejects.toMatchObject({
    ...failure,
    status: undefined,
    screenshotId: requestId,
  });
});

test('[DX-9] a download that breaks off is an error of the client and leaves no file', async () => {
  const broken = await serve((_req, res) => {
    res.writeHead(200, { 'x-screenshot-id': 'id', 'content-length': '100000' });
    res.write(pngStart, () => res.destroy());
  });
  const path = join(folder, 'broken.png');
  const reader = createClient({ url: broken, apiKey: 'key' });
  const error = {
    name: 'ShotwrightError',
    code: 'connection_failed',
    message: `Could not reach ${broken}: the connection was closed.`,
    isRetryable: true,
  };
  await expect(reader.saveImage('id', path)).rejects.toMatchObject(error);
  await expect((await reader.downloadImage('id')).bytes()).rejects.toMatchObject(error);
  expect(readdirSync(folder).filter((name) => name.startsWith('broken'))).toEqual([]);
});

test('[DX-9] a download that stops ends at the deadline of its call', async () => {
  const stopped = await serve((_req, res) => {
    res.writeHead(200, { 'x-screenshot-id': 'id', 'content-length': '100000' });
    res.write(pngStart);
  });
  const reader = createClient({ url: stopped, apiKey: 'key', timeoutMs: 500 });
  const download = reader.saveImage('id', join(folder, 'stopped.png'));
  await expect(download).rejects.toMatchObject({ code: 'deadline_exceeded' });
});

test('[DX-9] [WH-9] the signature of the server is verified; a changed body, another secret and an old event are not', async () => {
  const shot = await client.capture({ html: `<p>${randomUUID()}</p>` });
  interface Events {
    readonly secret: string;
    readonly events: readonly { headers: Record<string, string>; body: string }[];
  }
  const readEvents = async (): Promise<Events> => {
    const res = await fetch(`${url}/api/v1/webhooks/events?after=${shot.createdAt}`, {
      headers: { 'x-api-key': keys.typescript },
    });
    return (await res.json()) as Events;
  };
  const find = async () => (await readEvents()).events.find(({ body }) => body.includes(shot.id));
  await vi.waitUntil(find, { timeout: 30_000, interval: 200 });
  const { secret } = await readEvents();
  const { body, headers } = (await find())!;
  const event = await verifyWebhook({ body, headers: new Headers(headers), secret });
  expect(event).toMatchObject({ type: 'screenshot.completed', data: { id: shot.id } });
  const bytes = new TextEncoder().encode(body);
  const other = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  await expect(verifyWebhook({ body: bytes, headers, secret: [other, secret] })).resolves.toEqual(
    event,
  );
  const later = new Date(Date.now() + 301_000);
  const rejected = [
    { body: body.replace('completed', 'deleted'), headers, secret },
    { body, headers, secret: other },
    { body, headers: { ...headers, 'webhook-id': 'other' }, secret },
    { body, headers, secret, now: later },
    { body, headers: {}, secret },
    { body, headers, secret: 'not a secret' },
  ];
  for (const delivery of rejected) {
    await expect(verifyWebhook(delivery)).rejects.toMatchObject({ code: 'webhook_invalid' });
  }
});

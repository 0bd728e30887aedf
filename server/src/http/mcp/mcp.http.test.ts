import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readJson, openScreenshotsApp, type TestCustomer } from '../../../test/screenshots-app.ts';

const tallPage = `<body style="margin:0;background:linear-gradient(#fff,#08f);height:9000px"><h1>Report</h1><p>Total: 42 credits`;

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let customer: TestCustomer;
beforeAll(async () => {
  app = await openScreenshotsApp((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end(tallPage);
  });
  customer = await app.customer();
});
afterAll(() => app?.close());

async function connect(headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`), {
    requestInit: { headers },
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return client;
}

const connectAs = ({ apiKey }: TestCustomer) => connect({ 'x-api-key': apiKey });

type Result = Awaited<ReturnType<Client['callTool']>>;

const textOf = ({ content }: Result): string =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');

function imageOf({ content }: Result): Buffer {
  const image = content.find((block) => block.type === 'image');
  return Buffer.from(image?.type === 'image' ? image.data : '', 'base64');
}

const listTools = async (headers: Record<string, string>) => {
  const response = await app.request('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  return { httpStatus: response.status, ...(await readJson(response)) };
};

test('[MC-1] without a valid key the endpoint responds like the API', async () => {
  expect(await listTools({})).toMatchObject({ httpStatus: 401, code: 'api_key_missing' });
  for (const headers of [{ 'x-api-key': 'sk_live_no' }, { authorization: 'Bearer sk_live_no' }]) {
    expect(await listTools(headers)).toMatchObject({ httpStatus: 401, code: 'api_key_invalid' });
  }
});

test('[MC-1] a client connects with x-api-key or as bearer, and lists the tools', async () => {
  for (const headers of [
    { 'x-api-key': customer.apiKey },
    { authorization: `Bearer ${customer.apiKey}` },
  ]) {
    const { tools } = await (await connect(headers)).listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'capture_screenshot',
      'compare_captures',
      'estimate',
      'get_capture',
      'list_captures',
      'list_devices',
      'read_page',
    ]);
    const capture = tools.find(({ name }) => name === 'capture_screenshot');
    expect(capture?.inputSchema.properties).toMatchObject({
      full_page: { type: 'boolean', description: expect.stringContaining('full page') as string },
    });
  }
});

test('[MC-2] a capture returns an image sized for models, its verdict and a link, never Base64 in text', async () => {
  const client = await connectAs(customer);
  const before = await customer.balance();
  const result = await client.callTool({
    name: 'capture_screenshot',
    arguments: { url: app.siteUrl, full_page: true },
  });
  expect(result.isError).toBeFalsy();
  const image = imageOf(result);
  expect(await sharp(image).metadata()).toMatchObject({
    format: 'webp',
    width: 784,
    height: 1_568,
  });
  expect(image.length).toBeLessThan(700_000);
  expect(textOf(result)).toMatch(
    /^Capture .{36} of http.*COMPLETE, verdict ok\. The image shows the top/,
  );
  const { id, url } = result.structuredContent as { id: string; url: string };
  expect(result.structuredContent).toMatchObject({
    verdict: { kind: 'ok' },
    image_width: 1_280,
    image_height: 9_000,
    is_cut: true,
  });
  const link = result.content.find((block) => block.type === 'resource_link');
  expect(link).toMatchObject({ uri: url });
  const full = await app.request(new URL(url).pathname);
  expect(await sharp(Buffer.from(await full.arrayBuffer())).metadata()).toMatchObject({
    height: 9_000,
  });
  const { screenshot } = { screenshot: await readJson(await customer.byKey(`/screenshots/${id}`)) };
  const after = await customer.balance();
  expect(before.available - after.available).toBe(screenshot.creditsCharged);
});

test('[MC-2] [CM-11] [DX-13] two captures are compared with an image sized for models, free of charge', async () => {
  const client = await connectAs(customer);
  const capture = async (style: string) => {
    const html = `<body style="margin:0"><div style="height:8000px">Top</div><p style="height:500px;${style}">`;
    const made = await client.callTool({
      name: 'capture_screenshot',
      arguments: { html, full_page: true, include_image: false },
    });
    return (made.structuredContent as { id: string }).id;
  };
  const ids = { before: await capture(''), after: await capture('background:#00f') };
  const balance = await customer.balance();
  const compare = (given: object) =>
    client.callTool({ name: 'compare_captures', arguments: { ...ids, ...given } });
  const result = await compare({});
  const image = imageOf(result);
  expect(await sharp(image).metadata()).toMatchObject({ format: 'webp', width: 1_280 });
  expect(image.length).toBeLessThan(700_000);
  expect(textOf(result)).toMatch(
    /^640000 pixels changed \(.* %\) in 1 region\. Not passed\. The image begins at row \d+, above/,
  );
  expect(result.structuredContent).toMatchObject({ ...ids, diffPixels: 640_000, passed: false });
  const passed = await compare({ max_diff_ratio: 0.5, include_image: false });
  expect(passed.structuredContent).toMatchObject({ passed: true });
  expect(passed.content.map(({ type }) => type)).toEqual(['text']);
  for (const [given, field] of [
    [{ threshold: 7 }, 'threshold'],
    [{ after: undefined }, 'after'],
    [{ max_side: 9_000 }, 'max_side'],
  ] as const) {
    const error = await compare(given);
    expect(error).toMatchObject({
      isError: true,
      structuredContent: { code: 'validation_failed', fields: [{ path: field }] },
    });
  }
  expect(await customer.balance()).toEqual(balance);
});

test('[MC-2] get_capture, list_captures, estimate and list_devices use the same data as the API', async () => {
  const owner = await app.customer();
  const client = await connectAs(owner);
  const made = await client.callTool({
    name: 'capture_screenshot',
    arguments: { html: '<h1>Hello', include_image: false },
  });
  expect(made.content.some(({ type }) => type === 'image')).toBe(false);
  const { id } = made.structuredContent as { id: string };
  const read = await client.callTool({ name: 'get_capture', arguments: { id, max_side: 200 } });
  expect(await sharp(imageOf(read)).metadata()).toMatchObject({ width: 200 });
  const list = await client.callTool({ name: 'list_captures', arguments: { limit: 5 } });
  expect(list.structuredContent).toMatchObject({ captures: [{ id }], meta: { total: 1 } });
  const price = await client.callTool({
    name: 'estimate',
    arguments: { url: app.siteUrl, full_page: true },
  });
  const estimate = await readJson(
    await owner.byKey('/screenshots/estimate', { url: app.siteUrl, full_page: true }),
  );
  expect(price.structuredContent).toEqual(estimate.data);
  const devices = await client.callTool({ name: 'list_devices', arguments: {} });
  expect(textOf(devices)).toContain('iPhone 15');
});

test.each([
  ['markdown', /^# Report\n\nTotal: 42 credits/],
  ['text', /Report\s+Total: 42 credits/],
  ['a11y', /"Report"/],
])('[MC-2] read_page returns a page as %s', async (format, expected) => {
  const client = await connectAs(customer);
  const args = { url: app.siteUrl, format };
  const result = await client.callTool({ name: 'read_page', arguments: args });
  expect(textOf(result)).toMatch(expected);
  expect(result.structuredContent).toMatchObject({
    format,
    is_cut: false,
    verdict: { kind: 'ok' },
  });
});

test('[MC-3] wrong arguments are errors of the tool with the sentence of the API', async () => {
  const owner = await app.customer();
  const client = await connectAs(owner);
  for (const wrong of [
    { url: app.siteUrl, width: 'wide' },
    { url: app.siteUrl, fullpage: true },
    { url: 'ftp://example.com' },
    {},
  ]) {
    const result = await client.callTool({ name: 'capture_screenshot', arguments: wrong });
    const { message, code } = await readJson(await owner.byKey('/screenshots', wrong));
    expect({ isError: result.isError, text: textOf(result) }).toEqual({
      isError: true,
      text: message,
    });
    expect(result.structuredContent).toMatchObject({ code });
  }
  const side = await client.callTool({
    name: 'capture_screenshot',
    arguments: { url: app.siteUrl, max_side: 5_000 },
  });
  expect(textOf(side)).toBe('max_side: must be a whole number from 64 to 1568');
  const missing = await client.callTool({
    name: 'get_capture',
    arguments: { id: crypto.randomUUID() },
  });
  expect(missing.structuredContent).toMatchObject({ code: 'screenshot_not_found' });
  expect(await owner.balance()).toEqual({ available: 100, held: 0 });
});

test('[MC-4] idempotency, credits and the errors of pages are those of the API', async () => {
  const owner = await app.customer({ credits: 1 });
  const client = await connectAs(owner);
  const capture = (more: object = {}) =>
    client.callTool({ name: 'capture_screenshot', arguments: { url: app.siteUrl, ...more } });
  const [one, other] = [
    await capture({ idempotency_key: 'a' }),
    await capture({ idempotency_key: 'a' }),
  ];
  expect(other.structuredContent).toMatchObject({
    id: (one.structuredContent as { id: string }).id,
  });
  expect(await owner.balance()).toEqual({ available: 0, held: 0 });
  const broke = await capture();
  expect(broke).toMatchObject({
    isError: true,
    structuredContent: { code: 'insufficient_credits' },
  });
  const failed = await (
    await connectAs(customer)
  ).callTool({
    name: 'capture_screenshot',
    arguments: { url: app.siteUrl, element_selector: '#absent' },
  });
  expect(failed).toMatchObject({
    isError: true,
    structuredContent: { code: 'selector_not_found' },
  });
});

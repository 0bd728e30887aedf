import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScreenshotsApp, readJson, type TestCustomer } from '../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
let customer: TestCustomer;
beforeAll(async () => {
  app = await openScreenshotsApp((_req, res) => {
    res.setHeader('content-type', 'text/html');
    res.end('<body style="margin:0"><div style="width:40px;height:30px;background:#0a0">');
  });
  customer = await app.customer();
});
afterAll(() => app.close());

const request = (options: object) =>
  customer.byKey('/screenshots', { url: app.siteUrl, wait: 25, ...options });

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
  const before = await customer.balance();
  const response = await request({ emulate_device: 'iPhone 15', width: 300 });
  expect(response.status).toBe(400);
  const { code, message, details } = await readJson(response);
  expect(code).toBe('unsupported_option_combination');
  expect(message).toMatch(/^emulate_device: .*width/);
  expect(details.fields).toMatchObject([{ path: 'emulate_device' }]);
  expect(await customer.balance()).toEqual(before);
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

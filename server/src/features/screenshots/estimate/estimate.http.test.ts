import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let key: Awaited<ReturnType<TestApp['apiKey']>>;
beforeAll(async () => {
  app = await startTestApp({ env: { CREDITS_FULL_PAGE: '3' } });
  key = await app.apiKey();
});
afterAll(() => app.close());

const url = 'https://example.com/';
const estimate = (body: object) => key.call('POST', '/screenshots/estimate', body);
const estimated = async (body: object) => {
  const response = await estimate(body);
  return { status: response.status, ...(await response.json()) };
};

const stored = async () => ({
  accounts: await app.db.selectFrom('credit_accounts').select(['available', 'held']).execute(),
  screenshots: await app.db.selectFrom('screenshots').select('id').execute(),
});

/** Returns the message of an error without the hint about a field, which names the call. */
const words = ({ message }: { message: string }) =>
  message.replace(/^(Unknown field "\w+"\.).*/, '$1');

describe('[CO-B13] an estimate', () => {
  test('has the price with its parts, and the options under their own names', async () => {
    const body = { url, full_page: 'true', no_ads: true, retina: true };
    expect(await estimated(body)).toMatchObject({
      status: 'success',
      creditsRequired: 5,
      price: [
        { option: null, credits: 1 },
        { option: 'full_page', credits: 3 },
        { option: 'retina', credits: 1 },
      ],
      type: 'URL',
      url,
      options: { full_page: 'true', retina: 'true', block_ads: 'true' },
      warnings: [],
    });
    expect(await estimated({ html: '<p>Hello', clean: true })).toMatchObject({
      creditsRequired: 1,
      price: [{ option: null, credits: 1 }],
      type: 'HTML',
      url: null,
      options: { clean: 'true' },
    });
  });

  test('has the warnings that follow from the request, and no secrets', async () => {
    const { warnings, options } = await estimated({
      url,
      full_page: true,
      element_selector: '#a',
      cookies: 'session=very-secret',
    });
    expect(warnings).toEqual([
      { option: 'full_page', message: 'The element was captured instead of the full page.' },
    ]);
    expect(options.cookies).toBe('***');
  });

  test.each([
    [{}, 'validation_failed', 'url'],
    [{ url, html: '<p>' }, 'validation_failed', 'html'],
    [{ html: '<p>', proxy_url: 'http://a.example:80' }, 'validation_failed', 'proxy_url'],
    [{ url, widht: 300 }, 'validation_failed', 'widht'],
    [{ url, width: 3 }, 'validation_failed', 'width'],
    [{ url, cookie_banner_action: 'no', clean: true }, 'validation_failed', 'cookie_banner_action'],
    [{ url: 'http://127.0.0.1/' }, 'url_not_allowed', 'url'],
    [{ url, emulate_device: 'iPhone 1500' }, 'device_not_found', 'emulate_device'],
    [{ url, block_ads: true, no_ads: true }, 'unsupported_option_combination', 'no_ads'],
    [
      { url, emulate_device: 'iPhone 15', width: 300 },
      'unsupported_option_combination',
      'emulate_device',
    ],
  ])('rejects what a capture rejects, in the same words: %j', async (body, code, path) => {
    const response = await estimate(body);
    const found = await response.json();
    expect(found).toMatchObject({ code, details: { fields: [{ path }] } });
    const isHtml = 'html' in body && !('url' in body);
    const capture = await key.call('POST', isHtml ? '/html-to-image' : '/screenshots', body);
    expect([response.status, words(found)]).toEqual([capture.status, words(await capture.json())]);
  });

  test('[AP-37] is for the projects of the key only, and an error about one names project_id', async () => {
    for (const path of ['/screenshots/estimate', '/screenshots']) {
      const missing = await key.call('POST', path, { url, project_id: 999_999 });
      expect(missing.status).toBe(404);
      expect(await missing.json()).toMatchObject({
        code: 'project_not_found',
        message: 'project_id: no project of this account has this ID',
        details: { fields: [{ path: 'project_id' }] },
      });
    }
  });

  test('[PG-39] is also for a signed-in user, and for the projects of the own account only', async () => {
    const session = await app.session();
    const body = { url, full_page: true, emulate_device: 'iPhone 15' };
    const response = await session.call('POST', '/screenshots/estimate', body);
    expect(await response.json()).toMatchObject({ creditsRequired: 4, type: 'URL' });
    const other = await app.session();
    const created = await other.call('POST', '/projects', { name: 'Other' });
    const { id } = (await created.json()).data.project;
    const foreign = { url, project_id: id };
    const refused = await session.call('POST', '/screenshots/estimate', foreign);
    expect(await refused.json()).toMatchObject({ code: 'project_not_found' });
    expect((await other.call('POST', '/screenshots/estimate', foreign)).status).toBe(200);
    const anonymous = await app.request('/api/v1/screenshots/estimate', { method: 'POST' });
    expect(anonymous.status).toBe(401);
  });

  test('stores, queues and charges nothing', async () => {
    const before = await stored();
    expect((await estimate({ url })).status).toBe(200);
    expect(await stored()).toEqual(before);
  });
});

test('[CO-B13] the prices are public', async () => {
  const response = await app.request('/api/v1/prices');
  expect(await response.json()).toMatchObject({
    data: {
      billing: true,
      capture: 1,
      options: [
        { option: 'full_page', value: true, credits: 3 },
        { option: 'retina', value: true, credits: 1 },
        { option: 'device_scale_factor', credits: 1 },
      ],
    },
  });
});

test('[CO-B13] without billing, nothing costs credits', async () => {
  const free = await startTestApp({ env: { BILLING: 'off' } });
  const own = await free.apiKey();
  const response = await own.call('POST', '/screenshots/estimate', { url, full_page: true });
  expect(await response.json()).toMatchObject({ creditsRequired: 0, price: [] });
  const { data } = await (await free.request('/api/v1/prices')).json();
  expect(data).toMatchObject({ billing: false, capture: 0, options: [{ credits: 0 }, {}, {}] });
  await free.close();
});

import { runtimeConfigSchema } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: {
      CREDITS_CAPTURE: '3',
      CREDITS_FULL_PAGE: '5',
      CREDITS_RETINA: '7',
      ALLOW_PRIVATE_TARGETS: '10.1.0.0/16',
    },
  });
});
afterAll(() => app?.close());

const readConfig = async (headers: HeadersInit = {}) =>
  runtimeConfigSchema.parse(await (await app.request('/config.json', { headers })).json());

test('the dashboard reads the configured prices, which are the ones that captures cost', async () => {
  const { creditPrices } = await readConfig();
  expect(creditPrices).toEqual({ capture: 3, fullPage: 5, retina: 7 });
  const key = await app.apiKey();
  const body = { html: '<p>', full_page: true, retina: 'true' };
  const accepted = await key.call('POST', '/html-to-image', body);
  expect(await accepted.json()).toMatchObject({ data: { creditRequired: 15 } });
});

test('the dashboard reads the allowed private targets with a session only', async () => {
  const { headers } = await app.session();
  expect((await readConfig(headers)).privateTargets).toEqual(['10.1.0.0/16']);
  expect((await readConfig()).privateTargets).toEqual([]);
});

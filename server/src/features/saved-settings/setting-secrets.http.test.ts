import type { IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertProject } from '../../../test/factories.ts';
import {
  openScreenshotsApp,
  readJson as json,
  type TestCustomer,
} from '../../../test/screenshots-app.ts';
import { testSecret } from '../../../test/secret.ts';
import { createKeyRing } from '../../lib/crypto.ts';
import { createSettingSecretsService } from './setting-secrets.service.ts';

const secret = 'Bearer of-a-customer';
const received: IncomingHttpHeaders[] = [];
let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp((req, res) => {
    if (req.url === '/page') received.push(req.headers);
    res.setHeader('content-type', 'text/html').end('<p>page');
  });
});
afterAll(() => app.close());

const masked = '{"Authorization":"***","X-Plan":"***"}';
const options = () => ({
  url: `${app.siteUrl}/page`,
  custom_header: JSON.stringify({ Authorization: secret, 'X-Plan': 'gold' }),
  proxy_url: 'http://user:proxy-pass@proxy.example.com:8080',
});
const maskedOptions = () => ({
  url: `${app.siteUrl}/page`,
  custom_header: masked,
  proxy_url: 'http://user:***@proxy.example.com:8080',
});

async function save(customer: TestCustomer, body: object): Promise<number> {
  const res = await customer.bySession('/screenshot-settings', { name: 'Hero', ...body });
  expect(res.status).toBe(201);
  return (await json(res)).data.setting.id;
}

async function captureHeaders(customer: TestCustomer, body: object): Promise<IncomingHttpHeaders> {
  const project = await insertProject(app.db, { organization_id: customer.organizationId });
  const res = await customer.bySession('/screenshots/dashboard', {
    url: `${app.siteUrl}/page`,
    project_id: project.id,
    ...body,
  });
  const { requestId } = await json(res);
  expect(await app.untilEnded(customer, requestId)).toContain('COMPLETE');
  return received.at(-1) ?? {};
}

const list = async (customer: TestCustomer) =>
  (await json(await customer.bySession('/screenshot-settings/list'))).data.settings;
const rawRows = async () =>
  JSON.stringify(await app.db.selectFrom('saved_settings').selectAll().execute());

test('[AP-27] [AP-28] header values and proxy passwords are encrypted at rest and masked when read', async () => {
  const customer = await app.customer();
  await save(customer, { options: options() });
  expect(await list(customer)).toMatchObject([{ options: maskedOptions() }]);
  const rows = await rawRows();
  for (const text of [secret, 'gold', 'proxy-pass']) expect(rows).not.toContain(text);
});

test('[SS-3] [PG-19] a capture from a loaded setting sends stored secrets that the browser never receives', async () => {
  const customer = await app.customer();
  const id = await save(customer, { options: options() });
  const headers = await captureHeaders(customer, { custom_header: masked, setting_id: id });
  expect(headers).toMatchObject({ authorization: secret, 'x-plan': 'gold' });
  const html = await customer.bySession('/html-to-image/dashboard', {
    html: '<p>',
    project_id: (await insertProject(app.db, { organization_id: customer.organizationId })).id,
    custom_header: masked,
    setting_id: id,
  });
  expect(html.status).toBe(200);
});

test('[AP-29] a setting saved with its masks retains its secrets, and a typed value replaces one', async () => {
  const customer = await app.customer();
  const id = await save(customer, { options: options() });
  const update = (custom_header: string) =>
    customer.call('PUT', `/screenshot-settings/${id}`, {
      name: 'Footer',
      options: { ...maskedOptions(), custom_header },
    });
  expect((await update(masked)).status).toBe(200);
  expect(await captureHeaders(customer, { custom_header: masked, setting_id: id })).toMatchObject({
    authorization: secret,
  });
  await update('{"Authorization":"***","X-Plan":"silver"}');
  expect(await captureHeaders(customer, { custom_header: masked, setting_id: id })).toMatchObject({
    authorization: secret,
    'x-plan': 'silver',
  });
});

test('[SS-8] a duplicate inherits the secrets of its original', async () => {
  const customer = await app.customer();
  const secretsFromId = await save(customer, { options: options() });
  const copy = await save(customer, { options: maskedOptions(), secretsFromId });
  await customer.call('DELETE', `/screenshot-settings/${secretsFromId}`);
  expect(await captureHeaders(customer, { custom_header: masked, setting_id: copy })).toMatchObject(
    {
      authorization: secret,
    },
  );
});

test('secrets of another organisation can be neither used nor copied, and a mask is never sent in a capture', async () => {
  const [owner, otherCustomer] = [await app.customer(), await app.customer()];
  const id = await save(owner, { options: options() });
  const project = await insertProject(app.db, { organization_id: otherCustomer.organizationId });
  const before = received.length;
  const balance = await otherCustomer.balance();
  const body = { url: `${app.siteUrl}/page`, project_id: project.id, custom_header: masked };
  for (const setting of [{}, { setting_id: id }, { setting_id: 999_999 }]) {
    const res = await otherCustomer.bySession('/screenshots/dashboard', { ...body, ...setting });
    expect(res.status).toBe(400);
    expect((await json(res)).message).toContain('Authorization');
  }
  const copy = await otherCustomer.bySession('/screenshot-settings', {
    name: 'Copy',
    options: maskedOptions(),
    secretsFromId: id,
  });
  expect(copy.status).toBe(400);
  const proxied = await otherCustomer.byKey('/screenshots', {
    url: body.url,
    proxy_url: maskedOptions().proxy_url,
  });
  expect(await json(proxied)).toMatchObject({ code: 'invalid_proxy_url' });
  expect(received.length).toBe(before);
  expect(await otherCustomer.balance()).toEqual(balance);
});

test('plain-text secrets of an older release are masked at once and encrypted at the next start', async () => {
  const customer = await app.customer();
  const { id } = await app.db
    .insertInto('saved_settings')
    .values({
      organization_id: customer.organizationId,
      name: 'Old',
      options: JSON.stringify({ ...options(), custom_header: '{"X-Old":"old-secret"}' }),
      secrets_sealed: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const old = { custom_header: '{"X-Old":"***"}', setting_id: id };
  expect(await list(customer)).toMatchObject([{ options: { custom_header: old.custom_header } }]);
  expect(await captureHeaders(customer, old)).toMatchObject({ 'x-old': 'old-secret' });
  const secrets = createSettingSecretsService({ db: app.db, keyRing: createKeyRing(testSecret) });
  expect(await secrets.encryptOlderSettings()).toBe(1);
  expect(await secrets.encryptOlderSettings()).toBe(0);
  expect(await rawRows()).not.toContain('old-secret');
  expect(await captureHeaders(customer, old)).toMatchObject({ 'x-old': 'old-secret' });
});

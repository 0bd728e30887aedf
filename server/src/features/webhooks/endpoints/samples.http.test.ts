import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../../test/app.ts';
import { insertProject } from '../../../../test/factories.ts';
import { readJson } from '../../../../test/screenshots-app.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts';

let app: TestApp;
let person: TestSession;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp({ env: { ALLOW_PRIVATE_TARGETS: receiver.host } });
});
beforeEach(async () => {
  person = await app.session();
  receiver.received.length = 0;
  receiver.response = (_req, res) => res.writeHead(204).end();
});
afterAll(async () => {
  await app?.close();
  receiver?.close();
});

const callAs = (who: TestSession) => async (method: string, path: string, body?: unknown) => {
  const res = await who.call(method, path, body);
  return { status: res.status, body: await readJson(res), headers: res.headers };
};
const call = (method: string, path: string, body?: unknown) => callAs(person)(method, path, body);
const create = (webhookUrl: string) => call('POST', '/webhooks', { name: 'CI', webhookUrl });

test('[AP-25] a signed sample is sent and its response is returned', async () => {
  receiver.response = (_req, res) =>
    res.writeHead(201, { 'content-type': 'text/html', 'set-cookie': 's=1' }).end('<b>thanks</b>');
  const { status, body } = await call('POST', '/webhooks/sample', {
    webhookUrl: ` ${receiver.url} `,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'success',
    message: 'Sample webhook sent successfully',
    isDelivered: true,
    answer: { statusCode: 201, body: '<b>thanks</b>', isBodyCut: false, error: null },
  });
  expect(body.answer.headers['set-cookie']).toBe('[hidden]');
  const [sent] = receiver.received;
  expect(sent?.body).toBe(body.requestBody);
  expect(new Verifier(body.sampleSecret).verify(sent!.body, sent!.headers)).toMatchObject({
    type: 'webhook.test',
  });
});

test('[DX-10, PA-8] a key of the account sends a sample, and a key of one project does not', async () => {
  const body = { webhookUrl: receiver.url };
  const wide = await app.apiKey({ of: person });
  const sent = await wide.call('POST', '/webhooks/sample', body);
  expect([sent.status, (await readJson(sent)).isDelivered]).toEqual([200, true]);
  const project = await insertProject(app.db, { organization_id: person.organizationId });
  const bound = await app.apiKey({ of: person, projectId: project.id });
  const denied = await bound.call('POST', '/webhooks/sample', body);
  expect([denied.status, (await readJson(denied)).message]).toEqual([
    403,
    'This API key belongs to one project; webhooks belong to the account.',
  ]);
  expect(receiver.received).toHaveLength(1);
});

test('[AP-25] a sample to the URL of an existing webhook is signed with its secret', async () => {
  const { secret } = (await create(receiver.url)).body;
  const type = 'screenshot.failed';
  const { body } = await call('POST', '/webhooks/sample', { webhookUrl: receiver.url, type });
  expect(body.sampleSecret).toBeNull();
  const [sent] = receiver.received;
  expect(new Verifier(secret).verify(sent!.body, sent!.headers)).toMatchObject({ type });
});

test('[AP-25] a failed sample is reported with the first 2 KB of the response', async () => {
  receiver.response = (_req, res) => res.writeHead(500).end('é'.repeat(5_000));
  const { body } = await call('POST', '/webhooks/sample', { webhookUrl: receiver.url });
  expect(body.isDelivered).toBe(false);
  expect(body.message).toMatch(/^Your endpoint answered 500 in \d+ ms$/);
  expect(body.answer).toMatchObject({ statusCode: 500, isBodyCut: true });
  expect(Buffer.byteLength(body.answer.body)).toBe(2_048);
  const unresolved = await call('POST', '/webhooks/sample', {
    webhookUrl: 'https://nothing.invalid/',
  });
  expect(unresolved.body).toMatchObject({ isDelivered: false, answer: { statusCode: null } });
  expect(unresolved.body.message).toMatch(/nothing\.invalid/);
});

test('[AP-25] a sample without a URL is rejected, and the sixth in a minute is rate-limited', async () => {
  const blank = await call('POST', '/webhooks/sample', { webhookUrl: ' ' });
  expect([blank.status, blank.body.message]).toEqual([400, 'Please enter a webhook URL first.']);
  expect((await call('POST', '/webhooks/sample', { webhookUrl: 'x' })).status).toBe(400);
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => call('POST', '/webhooks/sample', { webhookUrl: receiver.url })),
  );
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200, 200, 200, 200, 200, 429, 429, 429,
  ]);
  const rejected = responses.find(({ status }) => status === 429);
  expect(rejected?.body.code).toBe('rate_limited');
  expect(Number(rejected?.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(receiver.received).toHaveLength(5);
  const other = await app.session();
  expect(
    (await callAs(other)('POST', '/webhooks/sample', { webhookUrl: receiver.url })).status,
  ).toBe(200);
});

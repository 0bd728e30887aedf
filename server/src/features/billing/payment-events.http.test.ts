import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { startBillingRig, type BillingRig } from '../../../test/billing-rig.ts';
import { signatureOf } from '../../demo/payments/events.ts';
import { silentLogger, type Logger } from '../../lib/logger.ts';
import { newId } from '../../lib/ids.ts';

const secret = 'whsec_of_this_test';
let app: TestApp;
let rig: BillingRig;
beforeAll(async () => {
  app = await startTestApp({
    env: { STRIPE_SECRET_KEY: 'sk_test_unused', STRIPE_WEBHOOK_SECRET: secret },
  });
  rig = await startBillingRig();
});
afterAll(async () => {
  await app.close();
  await rig.close();
});

/** A customer event, so that no request is sent to the provider. */
const bodyOf = (id: string): string =>
  `{ "id": "${id}",  "object":"event", "type":"customer.created",\n "data":{"object":{"name":"Zoë \\u00e9"}}}`;
const post = (body: string, signature: string | null): Promise<Response> =>
  app.request('/api/v1/payments/events', {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(signature !== null && { 'stripe-signature': signature }),
    },
    body,
  });
const countedIds = async (): Promise<string[]> =>
  (await app.db.selectFrom('payment_events').select('id').execute()).map(({ id }) => id);

test('an event is verified by its raw bytes and counted once, however often it is delivered', async () => {
  const id = `evt_${newId()}`;
  const body = bodyOf(id);
  for (let time = 0; time < 3; time += 1) {
    const res = await post(body, signatureOf(body, secret));
    expect([res.status, await res.json()]).toEqual([200, { received: true }]);
  }
  expect((await countedIds()).filter((one) => one === id)).toEqual([id]);
});

test('[BP-13] forged, altered, expired and malformed events are rejected and leave nothing', async () => {
  const body = bodyOf(`evt_${newId()}`);
  const now = signatureOf(body, secret);
  const old = signatureOf(body, secret, Date.now() - 301_000);
  const before = await countedIds();
  const attempts: [string, string | null][] = [
    [body, null],
    [body, ''],
    [body, 'nonsense'],
    [body, signatureOf(body, 'whsec_of_another')],
    [body, old],
    [body, old.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1_000)}`)],
    [body, now.replace('v1=', 'v0=')],
    [body.replace('Zoë', 'Zoe'), now],
    [`${body} `, now],
    [JSON.stringify(JSON.parse(body)), now],
    ['', signatureOf('', secret)],
    ['not json', signatureOf('not json', secret)],
  ];
  for (const [sent, signature] of attempts) {
    const res = await post(sent, signature);
    expect([sent, signature, res.status]).toEqual([sent, signature, 400]);
    expect(await res.json()).toMatchObject({ status: 'error', code: 'payment_event_invalid' });
  }
  expect(await countedIds()).toEqual(before);
});

test('events are accepted as JSON of limited size, by POST, and never from a cross-site page', async () => {
  const url = '/api/v1/payments/events';
  expect((await app.request(url)).status).toBe(405);
  const form = await app.request(url, { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
  expect(form.status).toBe(415);
  expect((await post('x'.repeat(600_000), 't=1,v1=00')).status).toBe(413);
  const body = bodyOf(`evt_${newId()}`);
  const crossSite = await app.request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': signatureOf(body, secret),
      origin: 'https://evil.example',
    },
    body,
  });
  expect(crossSite.status).toBe(403);
});

test('[BP-13] rejected and repeated events are logged without their content and change nothing', async () => {
  const lines: [object, string][] = [];
  const write = (fields: object, message: string): void => void lines.push([fields, message]);
  const logger: Logger = { ...silentLogger, info: write, warn: write };
  const own = rig.process(rig.database.db, { logger });
  const payer = await rig.payer();
  const events = await rig.buy(payer, 5);
  const { body, signature } = events.at(-1)!;
  const before = await rig.outcomeOf(payer);
  const altered = body.replaceAll(payer.organizationId, newId());
  await expect(own.events.receive({ body: altered, signature })).rejects.toMatchObject({
    code: 'payment_event_invalid',
  });
  expect(await rig.outcomeOf(payer)).toEqual(before);
  await own.events.receive({ body, signature });
  const bought = await rig.outcomeOf(payer);
  expect(bought).toMatchObject({ status: 'ACTIVE', available: 5_000 });
  await own.events.receive({ body, signature });
  expect(await rig.outcomeOf(payer)).toEqual(bought);
  const messages = lines.map(([, message]) => message);
  expect(messages).toContain('rejected a payment event with an invalid signature');
  expect(messages).toContain('payment event repeated');
  expect(JSON.stringify(lines)).not.toMatch(/@example\.com|v1=/);
});

import { webhookLimits } from '@shotwright/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { OutboundOutcome } from '../../../adapters/outbound/outbound-sender.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts';
import { openTestWebhooks } from '../../../../test/webhooks.ts';
import { perOrganization } from './lane.rules.ts';
import { createOrganizationLimit } from './organization-limit.ts';

let rig: Awaited<ReturnType<typeof openTestWebhooks>>;
let customer: Awaited<ReturnType<typeof rig.customer>>;
let receivers: WebhookReceiver[] = [];
beforeAll(async () => {
  rig = await openTestWebhooks({ sendTimeoutMs: 60_000 });
});
beforeEach(async () => {
  customer = await rig.customer();
  rig.sender.post = rig.network.post;
});
afterEach(() => {
  for (const receiver of receivers.splice(0)) receiver.close();
});
afterAll(() => rig.close());

const startReceiver = async (response?: WebhookReceiver['response']) => {
  const receiver = await startWebhookReceiver(response);
  receivers = [...receivers, receiver];
  return receiver;
};
const addWebhook = ({ organizationId }: { organizationId: string }, url: string) =>
  rig.webhooks.create({ organizationId, url, name: 'CI', eventTypes: [], projectIds: [] });
const announce = async () => {
  await rig.endCapture(customer);
  const all = await rig.deliveriesOf(customer.organizationId);
  return all.at(-1)!.id;
};
/** Returns the queue that contains the delivery's next attempt. */
const queueOf = async (deliveryId: string) => {
  const { rows } = await rig.jobs.database.pool.query<{ name: string }>(
    'select j.name from pgboss.job j join webhook_deliveries d on d.job_id = j.id where d.id = $1',
    [deliveryId],
  );
  return rows[0]?.name;
};
const outcome = (changes: object): OutboundOutcome => ({
  kind: 'answered',
  durationMs: 12,
  statusCode: 204,
  headers: {},
  body: Buffer.alloc(0),
  isBodyCut: false,
  ...changes,
});
const timedOut: OutboundOutcome = {
  kind: 'failed',
  durationMs: 15_000,
  code: 'timeout',
  message: 'a.example did not respond within 15 seconds.',
};

test('[WH-10] a receiver is reached while 80 receivers of other organisations do not respond', async () => {
  const silent = await Promise.all(
    Array.from({ length: webhookLimits.perOrganization }, () => startReceiver(() => undefined)),
  );
  const hostile = await Promise.all([1, 2, 3, 4].map(() => rig.customer()));
  for (const one of hostile) for (const { url } of silent) await addWebhook(one, url);
  const good = await startReceiver();
  await addWebhook(customer, good.url);
  const workers = await rig.work();
  for (const one of hostile) for (const _ of [1, 2, 3]) await rig.endCapture(one);
  // Two requests per receiver wait for a response: more than the former total limit.
  const waiting = () => silent.reduce((sum, { received }) => sum + received.length, 0);
  await vi.waitUntil(() => waiting() === 160, { timeout: 30_000, interval: 10 });
  await rig.endCapture(customer);
  await good.until(1);
  const ended = await rig.db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where(
      'organization_id',
      'in',
      hostile.map((one) => one.organizationId),
    )
    .where('attempts', '>', 0)
    .execute();
  expect(ended).toEqual([]);
  expect(waiting()).toBe(160);
  await workers.stop({ graceMs: 0 });
}, 60_000);

test.each([
  ['does not respond', timedOut],
  ['responds after six seconds', outcome({ durationMs: 6_000 })],
])('[WH-10] a webhook that %s is moved to the slow queue', async (_, slow) => {
  const { url } = await startReceiver();
  await addWebhook(customer, url);
  const first = await announce();
  expect(await queueOf(first)).toBe('webhook.deliver');
  rig.sender.post = async () => slow;
  await rig.attempt(first, 'main');
  const second = await announce();
  expect(await queueOf(second)).toBe('webhook.deliver_slow');
  rig.sender.post = rig.network.post;
  expect((await rig.attempt(second))?.state).toBe('SUCCEEDED');
  expect(await queueOf(await announce())).toBe('webhook.deliver');
});

test('[WH-10] the next attempt at a delivery without a response waits in the slow queue', async () => {
  const { url } = await startReceiver();
  await addWebhook(customer, url);
  const id = await announce();
  rig.sender.post = async () => timedOut;
  expect((await rig.attempt(id, 'main'))?.state).toBe('PENDING');
  expect(await queueOf(id)).toBe('webhook.deliver_slow');
});

test('a webhook that fails at once remains in the main queue', async () => {
  const { url } = await startReceiver((_req, res) => res.writeHead(500).end());
  await addWebhook(customer, url);
  const id = await announce();
  await rig.attempt(id, 'main');
  expect(await queueOf(id)).toBe('webhook.deliver');
  expect(await queueOf(await announce())).toBe('webhook.deliver');
});

test('deliveries waiting in the main queue are moved, not sent, once their webhook is slow', async () => {
  const { url, received } = await startReceiver();
  await addWebhook(customer, url);
  const slow = await announce();
  const waiting = await announce();
  rig.sender.post = async () => timedOut;
  await rig.attempt(slow, 'main');
  rig.sender.post = rig.network.post;
  const moved = await rig.attempt(waiting, 'main');
  expect(moved).toMatchObject({ state: 'PENDING', attempts: 0 });
  expect(received).toEqual([]);
  expect(await queueOf(waiting)).toBe('webhook.deliver_slow');
  expect((await rig.attempt(waiting))?.state).toBe('SUCCEEDED');
});

test('a webhook returns to the main queue ten minutes after its last slow response', async () => {
  const { url } = await startReceiver();
  await addWebhook(customer, url);
  rig.sender.post = async () => timedOut;
  await rig.attempt(await announce(), 'main');
  await rig.db
    .updateTable('webhooks')
    .set({ slow_until: sql<Date>`slow_until - interval '10 minutes'` })
    .where('organization_id', '=', customer.organizationId)
    .execute();
  expect(await queueOf(await announce())).toBe('webhook.deliver');
});

test('deliveries beyond an organisation’s concurrency limit are moved to the slow queue', async () => {
  const { url } = await startReceiver();
  await addWebhook(customer, url);
  const respond = Promise.withResolvers<OutboundOutcome>();
  let posted = 0;
  rig.sender.post = () => {
    posted += 1;
    return respond.promise;
  };
  const ids: string[] = [];
  for (let n = 0; n <= perOrganization.main; n += 1) ids.push(await announce());
  const last = ids.pop() ?? '';
  const under = ids.map((id) => rig.attempt(id, 'main'));
  await vi.waitUntil(() => posted === perOrganization.main, { timeout: 10_000 });
  expect(await rig.attempt(last, 'main')).toMatchObject({ state: 'PENDING', attempts: 0 });
  expect(await queueOf(last)).toBe('webhook.deliver_slow');
  expect(posted).toBe(perOrganization.main);
  respond.resolve(outcome({}));
  await Promise.all(under);
  rig.sender.post = rig.network.post;
  expect((await rig.attempt(last))?.state).toBe('SUCCEEDED');
});

test('the concurrency limit is per organisation, and a finished delivery frees a slot', () => {
  const limit = createOrganizationLimit(2);
  expect([limit.acquire('a'), limit.acquire('a'), limit.acquire('a'), limit.acquire('b')]).toEqual([
    true,
    true,
    false,
    true,
  ]);
  limit.release('a');
  expect([limit.acquire('a'), limit.acquire('a')]).toEqual([true, false]);
});

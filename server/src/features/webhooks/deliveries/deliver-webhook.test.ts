import { webhookEventSchema } from '@shotwright/contract';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../test/webhook-receiver.ts';
import { openTestWebhooks } from '../../../../test/webhooks.ts';

let rig: Awaited<ReturnType<typeof openTestWebhooks>>;
let customer: Awaited<ReturnType<typeof rig.customer>>;
let receiver: WebhookReceiver;
beforeAll(async () => {
  rig = await openTestWebhooks();
});
beforeEach(async () => {
  customer = await rig.customer();
  receiver = await startWebhookReceiver();
  rig.sender.post = rig.network.post;
  rig.mails.length = 0;
});
afterEach(() => receiver.close());
afterAll(() => rig.close());

const values = { name: 'CI', eventTypes: [], projectIds: [] };
const addWebhook = (changes: object = {}) =>
  rig.webhooks.create({
    ...values,
    organizationId: customer.organizationId,
    url: receiver.url,
    ...changes,
  });
/** Completes one capture and returns its only delivery. */
const deliver = async () => {
  await rig.endCapture(customer);
  const all = await rig.deliveriesOf(customer.organizationId);
  return all.at(-1)!.id;
};
const failWith = (status: number, headers: Record<string, string> = {}) => {
  receiver.response = (_req, res) => res.writeHead(status, headers).end();
};
const errorOf = async () => (await rig.attempt(await deliver()))?.last_error;
const waitSeconds = (row: { next_attempt_at: Date | null } | undefined) =>
  Math.round(((row?.next_attempt_at?.getTime() ?? 0) - Date.now()) / 1_000);

test('[WH-9] a finished capture is delivered with its full payload and a valid Standard Webhooks signature', async () => {
  const { secret } = await addWebhook();
  const captureId = await rig.endCapture(customer);
  const [delivery] = await rig.deliveriesOf(customer.organizationId);
  const row = await rig.attempt(delivery!.id);
  expect(row).toMatchObject({ state: 'SUCCEEDED', attempts: 1, last_status_code: 204 });
  const [sent] = receiver.received;
  expect(sent?.headers['webhook-id']).toBe(delivery!.id);
  const event = webhookEventSchema.parse(new Verifier(secret).verify(sent!.body, sent!.headers));
  expect(event).toMatchObject({
    type: 'screenshot.completed',
    data: {
      id: captureId,
      url: 'https://example.com/',
      status: 'COMPLETE',
      project: { id: customer.projectId, name: 'Test project' },
      creditsCharged: 3,
      screenshotImageSize: 1_234,
      imageWidth: 1_280,
      duration: 1.5,
      error: null,
      report: { targetStatus: 200, requestCount: 4 },
    },
  });
});

test('[WH-9] a webhook receives only its events and its projects', async () => {
  const all = await addWebhook();
  const failed = await addWebhook({ eventTypes: ['screenshot.failed'] });
  const own = await addWebhook({ projectIds: [customer.projectId] });
  const other = (await rig.customer()).organizationId;
  await rig.webhooks.create({ ...values, organizationId: other, url: receiver.url });
  const off = await addWebhook();
  const { organizationId } = customer;
  await rig.webhooks.setStatus({ organizationId, id: off.webhook.id, isActive: false });
  const eventsOf = async (capture: { status: 'COMPLETE' | 'FAILED' }) => {
    const id = await rig.endCapture({ ...customer, ...capture });
    const rows = await rig.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('screenshot_id', '=', id)
      .orderBy('webhook_id')
      .execute();
    return rows.map((row) => [row.webhook_id, row.event_type]);
  };
  const [a, f, o] = [all.webhook.id, failed.webhook.id, own.webhook.id];
  expect(await eventsOf({ status: 'COMPLETE' })).toEqual(
    [a, o].map((id) => [id, 'screenshot.completed']),
  );
  expect(await eventsOf({ status: 'FAILED' })).toEqual(
    [a, f, o].map((id) => [id, 'screenshot.failed']),
  );
});

test('[WH-10] nothing is sent before the capture is committed, and nothing after a rollback', async () => {
  await addWebhook();
  const workers = await rig.work();
  const undone = rig.endCapture(customer, async () => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(receiver.received).toHaveLength(0);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  const id = await rig.endCapture(customer, async () => {
    expect(receiver.received).toHaveLength(0);
  });
  await receiver.until(1);
  await workers.stop({ graceMs: 1_000 });
  expect(receiver.received.map(({ body }) => JSON.parse(body).data.id)).toEqual([id]);
});

test('[WH-10] a delivery fails after ten scheduled attempts, all with one id and one body', async () => {
  await addWebhook();
  const id = await deliver();
  failWith(500);
  const waits: number[] = [];
  for (let n = 1; n <= 9; n += 1) waits.push(waitSeconds(await rig.attempt(id)));
  const hour = 3_600;
  const plan = [5, 300, 1_800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
  waits.forEach((wait, n) => expect(Math.abs(wait - plan[n]!)).toBeLessThanOrEqual(4));
  const last = await rig.attempt(id);
  expect(last).toMatchObject({ state: 'FAILED', attempts: 10, next_attempt_at: null });
  expect(last?.last_error).toMatch(/^Your endpoint answered 500 in \d+ ms$/);
  await rig.attempt(id);
  expect(receiver.received).toHaveLength(10);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
    new Set([id]),
  );
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
});

test.each([301, 304, 400, 404, 429, 500, 503])(
  '[WH-10] %i is a failure that is retried',
  async (status) => {
    await addWebhook();
    const id = await deliver();
    failWith(status, { location: receiver.url });
    expect(await rig.attempt(id)).toMatchObject({ state: 'PENDING', last_status_code: status });
    expect(receiver.received).toHaveLength(1);
  },
);

test('[WH-10] Retry-After is honoured', async () => {
  await addWebhook();
  const id = await deliver();
  failWith(429, { 'retry-after': '120' });
  expect(Math.abs(waitSeconds(await rig.attempt(id)) - 120)).toBeLessThanOrEqual(4);
});

test('[WH-10] 410 disables the webhook, fails its waiting deliveries and mails the owner once', async () => {
  const { webhook } = await addWebhook();
  const waiting = await deliver();
  const id = await deliver();
  failWith(410);
  expect(await rig.attempt(id)).toMatchObject({ state: 'FAILED', attempts: 1 });
  const ended = await rig.deliveryOf(waiting);
  expect(ended).toMatchObject({ state: 'FAILED', attempts: 0 });
  expect(ended?.last_error).toContain('410');
  const { organizationId } = customer;
  expect(await rig.webhooks.list(organizationId)).toMatchObject([
    { id: webhook.id, isActive: false, inactiveReason: 'gone' },
  ]);
  expect(rig.mails).toEqual([
    {
      template: 'webhook_switched_off',
      to: customer.email,
      firstName: 'Ada',
      webhookName: 'CI',
      reason: 'gone',
    },
  ]);
  await rig.endCapture(customer);
  expect(await rig.deliveriesOf(organizationId)).toHaveLength(2);
});

test('[WH-10] five days of failures only disable the webhook; one success in between resets them', async () => {
  const { webhook } = await addWebhook();
  const { organizationId } = customer;
  const failingFor = (days: number) =>
    rig.db
      .updateTable('webhooks')
      .set({ failing_since: new Date(Date.now() - days * 86_400_000) })
      .where('id', '=', webhook.id)
      .execute();
  failWith(500);
  await rig.attempt(await deliver());
  const since = () => rig.webhooks.list(organizationId).then(([row]) => row?.failingSince);
  expect(Date.now() - (await since())!.getTime()).toBeLessThan(60_000);
  await failingFor(4.9);
  await rig.attempt(await deliver());
  expect(await rig.webhooks.list(organizationId)).toMatchObject([{ isActive: true }]);
  await failingFor(5.1);
  failWith(204);
  await rig.attempt(await deliver());
  expect(await since()).toBeNull();
  await failingFor(5.1);
  failWith(500);
  await rig.attempt(await deliver());
  expect(await rig.webhooks.list(organizationId)).toMatchObject([
    { isActive: false, inactiveReason: 'failing' },
  ]);
  expect(rig.mails).toMatchObject([{ reason: 'failing', to: customer.email }]);
});

test('[WH-10] a receiver that hangs, resets or cannot be resolved is a failure with a message', async () => {
  await addWebhook();
  receiver.response = () => undefined;
  expect(await errorOf()).toBe('127.0.0.1 did not respond within 1 seconds.');
  receiver.response = (_req, res) => void res.destroy();
  expect(await errorOf()).toBe('127.0.0.1 closed the connection.');
  receiver.close();
  expect(await errorOf()).toBe('127.0.0.1 refused the connection.');
});

test('a webhook host that has become private is not dialled when a delivery is due', async () => {
  const { webhook } = await addWebhook();
  const id = await deliver();
  await rig.db
    .updateTable('webhooks')
    .set({ url: receiver.url.replace('127.0.0.1', '[::1]') })
    .where('id', '=', webhook.id)
    .execute();
  expect((await rig.attempt(id))?.last_error).toContain('not public');
  expect(receiver.connections()).toBe(0);
});

test('[WH-9] deliveries carry both signatures while a rotated secret overlaps', async () => {
  const { webhook, secret: old } = await addWebhook();
  const { organizationId } = customer;
  const ref = { organizationId, id: webhook.id };
  const { secret: current } = await rig.secrets.rotate({ ...ref, overlapHours: 24 });
  await rig.attempt(await deliver());
  await rig.secrets.rotate({ ...ref, overlapHours: 0 });
  await rig.attempt(await deliver());
  const [during, after] = receiver.received;
  for (const secret of [old, current]) {
    expect(new Verifier(secret).verify(during!.body, during!.headers)).toBeTruthy();
    expect(() => new Verifier(secret).verify(after!.body, after!.headers)).toThrow('No matching');
  }
});

test('[AP-24] waiting deliveries of a deleted or disabled webhook are not sent', async () => {
  const { webhook } = await addWebhook();
  const { organizationId } = customer;
  const ref = { organizationId, id: webhook.id };
  failWith(500);
  const id = await deliver();
  const jobBefore = (await rig.attempt(id))!.job_id;
  await rig.webhooks.setStatus({ ...ref, isActive: false });
  expect(await rig.deliveryOf(id)).toMatchObject({ state: 'FAILED', attempts: 1 });
  await rig.webhooks.setStatus({ ...ref, isActive: true });
  const other = await deliver();
  const { job_id: jobId } = (await rig.deliveryOf(other))!;
  await rig.webhooks.remove(ref);
  const { signal } = new AbortController();
  await rig.service.deliver({
    organizationId,
    deliveryId: id,
    jobId: jobBefore,
    signal,
    lane: 'main',
  });
  await rig.service.deliver({ organizationId, deliveryId: other, jobId, signal, lane: 'main' });
  expect(receiver.received).toHaveLength(1);
  expect(await rig.deliveriesOf(organizationId)).toEqual([]);
});

test('[WH-10] a slow receiver delays neither other receivers nor other customers', async () => {
  const workers = await rig.work();
  receiver.response = () => undefined;
  await addWebhook();
  for (let n = 0; n < 12; n += 1) await rig.endCapture(customer);
  const quick = await startWebhookReceiver();
  const others = await rig.customer();
  await rig.webhooks.create({ ...values, organizationId: others.organizationId, url: quick.url });
  await addWebhook({ url: quick.url });
  await rig.endCapture(customer);
  await rig.endCapture(others);
  await vi.waitUntil(() => quick.received.length === 2, { timeout: 20_000, interval: 5 });
  const stillWaiting = (await rig.deliveriesOf(customer.organizationId)).filter(
    (row) => row.state === 'PENDING',
  );
  await workers.stop({ graceMs: 0 });
  quick.close();
  expect(stillWaiting.length).toBeGreaterThan(8);
});

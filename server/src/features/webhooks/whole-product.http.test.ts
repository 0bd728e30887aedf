import { webhookEventSchema } from '@shotwright/contract';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { readJson } from '../../../test/screenshots-app.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../test/webhook-receiver.ts';

let app: TestApp;
let person: TestSession;
let receiver: WebhookReceiver;
let secret: string;
let webhookId: number;
beforeAll(async () => {
  app = await startTestApp({
    hasWorker: true,
    env: { ALLOW_PRIVATE_TARGETS: '127.0.0.0/8', DEV_MAILBOX: 'true' },
  });
});
beforeEach(async () => {
  person = await app.session();
  receiver = await startWebhookReceiver();
  const values = { name: 'CI', webhookUrl: receiver.url, eventIds: '', projectIds: '' };
  const made = await readJson(await person.call('POST', '/webhooks', values));
  secret = made.secret;
  webhookId = made.webhook.id;
});
afterEach(() => receiver.close());
afterAll(() => app?.close());

const capture = async (body: object) => {
  const key = await app.apiKey({ of: person });
  const { requestId } = await readJson(
    await key.call('POST', '/html-to-image', { width: 200, height: 200, ...body }),
  );
  return requestId;
};
const eventAt = async (index: number) => {
  await receiver.until(index + 1);
  const { body, headers } = receiver.received[index]!;
  return webhookEventSchema.parse(new Verifier(secret).verify(body, headers));
};

test('[WH-9] a finished capture is delivered with a signature and a working image URL', async () => {
  const id = await capture({ html: '<h1>Hello' });
  const event = await eventAt(0);
  expect(event).toMatchObject({
    type: 'screenshot.completed',
    data: { id, status: 'COMPLETE', imageWidth: 200, creditsCharged: 1 },
  });
  if (event.type !== 'screenshot.completed') throw new Error('another event was sent');
  const image = await fetch(event.data.screenshotUrl ?? '');
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect((await image.bytes()).length).toBe(event.data.screenshotImageSize);
  const overview = await readJson(await person.call('GET', '/dashboards/overview'));
  expect(overview.onboarding.hasWebhook).toBe(true);
});

test('[VD-4] a blank capture is delivered with its verdict, free of charge, and with the reason', async () => {
  const id = await capture({ html: '<body></body>' });
  expect(await eventAt(0)).toMatchObject({
    type: 'screenshot.completed',
    data: {
      id,
      status: 'COMPLETE',
      verdict: { kind: 'blank', reasons: ['uniform_image'], confidence: 'high' },
      creditsRequired: 1,
      creditsCharged: 0,
      message: 'The image is blank. It is stored; nothing was charged.',
      error: null,
    },
  });
});

test('[WH-9] a failed capture is delivered with its failure reason and costs nothing', async () => {
  const id = await capture({ html: '<p>x', element_selector: '#absent' });
  expect(await eventAt(0)).toMatchObject({
    type: 'screenshot.failed',
    data: {
      id,
      status: 'FAILED',
      code: 'selector_not_found',
      error: expect.stringMatching(/\w+/),
      creditsCharged: 0,
      screenshotUrl: null,
    },
  });
});

test('the log shows the delivery with its attempt, and it can be resent manually', async () => {
  await capture({ html: '<p>x' });
  const list = () => person.call('GET', `/webhooks/${webhookId}/deliveries`).then(readJson);
  await vi.waitUntil(async () => (await list()).summary.succeeded === 1, { timeout: 15_000 });
  const [delivery] = (await list()).deliveries;
  const path = `/webhooks/${webhookId}/deliveries/${delivery.id}`;
  const detail = await readJson(await person.call('GET', path));
  expect(detail).toMatchObject({
    delivery: { id: delivery.id, state: 'SUCCEEDED', lastStatusCode: 204 },
    body: receiver.received[0]?.body,
    attemptLog: [{ number: 1, answer: { statusCode: 204, error: null } }],
  });
  const resent = await readJson(await person.call('POST', `${path}/resend`, {}));
  expect(resent).toMatchObject({
    message: 'The delivery is being sent again.',
    delivery: { state: 'PENDING' },
  });
  await receiver.until(2);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([delivery.id, delivery.id]);
});

test('[WH-10] an endpoint that returns 410 is disabled, and its owner receives a mail', async () => {
  receiver.response = (_req, res) => res.writeHead(410).end();
  await capture({ html: '<p>x' });
  const mails = () =>
    app
      .request(`/dev/mailbox/messages?to=${encodeURIComponent(person.email)}`)
      .then(readJson)
      .then(({ messages }) => messages);
  await vi.waitUntil(async () => (await mails()).length > 0, { timeout: 15_000, interval: 50 });
  expect(await mails()).toMatchObject([{ subject: 'Your Shotwright webhook "CI" was disabled' }]);
  const list = await readJson(await person.call('GET', '/webhooks'));
  expect(list).toMatchObject([{ id: webhookId, isActive: false, inactiveReason: 'gone' }]);
});

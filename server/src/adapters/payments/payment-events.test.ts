import { mkdirSync, rmdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startLocalPayments,
  testOffers,
  type LocalPaymentsRig,
} from '../../../test/local-payments.ts';
import { systemClock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { createLocalPayments } from '../../demo/payments/local-payments.ts';
import { signatureOf } from '../../demo/payments/events.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { createStripePayments } from './stripe-payments.ts';

let rig: LocalPaymentsRig;
let provider: PaymentProvider;
beforeAll(async () => {
  rig = await startLocalPayments();
  ({ provider } = rig);
});
afterAll(() => rig.close());

const openCheckout = () =>
  provider.createCheckout({
    organizationId: newId(),
    customerId: null,
    email: 'ada@example.com',
    offer: testOffers.basicMonthly,
    successUrl: 'http://localhost:3000/done?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'http://localhost:3000/cancelled',
    discount: null,
  });
const pathOf = (url: string): string => new URL(url).pathname;

async function buy() {
  const { sessionId, url } = await openCheckout();
  await rig.press(`${pathOf(url)}/pay`);
  const { subscriptionId } = (await provider.findCheckout(sessionId))!;
  return { sessionId, subscriptionId: subscriptionId! };
}

test('an event is accepted only with a valid signature over its exact bytes that is at most 300 s old', async () => {
  await rig.takeEvents();
  const { subscriptionId } = await buy();
  const events = await rig.takeEvents();
  expect(events.map(({ type }) => type)).toEqual([
    'customer.created',
    'charge.succeeded',
    'invoice.paid',
    'customer.subscription.created',
    'checkout.session.completed',
  ]);
  const { body, signature, id } = events.find(({ type }) => type === 'invoice.paid')!;
  const event = { id, type: 'invoice.paid', subject: { kind: 'subscription', id: subscriptionId } };
  expect(provider.readEvent({ body, signature })).toEqual(event);
  const at = (seconds: number, secret = rig.webhookSecret): string =>
    signatureOf(body, secret, Date.now() - seconds * 1_000);
  expect(provider.readEvent({ body, signature: at(280) })).toEqual(event);
  for (const bad of [
    at(320),
    at(0, 'whsec_other'),
    '',
    't=1',
    'v1=00',
    signature.replace('v1', 'v0'),
  ])
    expect(provider.readEvent({ body, signature: bad })).toBeUndefined();
  for (const altered of [`${body} `, body.replace('900', '901'), '', '{}'])
    expect(provider.readEvent({ body: altered, signature })).toBeUndefined();
});

test('events are redelivered until they are acknowledged', async () => {
  await rig.takeEvents();
  rig.respondWith(500);
  const { url } = await openCheckout();
  await rig.press(`${pathOf(url)}/expire`);
  await new Promise((resolve) => setTimeout(resolve, 100));
  rig.respondWith(200);
  const told = await rig.takeEvents();
  expect(told.length).toBeGreaterThanOrEqual(2);
  expect(new Set(told.map(({ id }) => id)).size).toBe(1);
  expect(told[0]!.type).toBe('checkout.session.expired');
});

test('a full disk returns an error page without ending the process', async () => {
  const { url } = await openCheckout();
  const blocked = `${rig.stateFile}.new`;
  mkdirSync(blocked);
  try {
    expect((await rig.press(`${pathOf(url)}/expire`)).status).toBe(500);
  } finally {
    rmdirSync(blocked);
  }
  expect((await rig.get(pathOf(url))).status).toBe(410);
});

test('the state of the test provider survives a restart', async () => {
  const { sessionId, subscriptionId } = await buy();
  const second = createLocalPayments({
    stateFile: rig.stateFile,
    publicUrl: rig.origin,
    eventsUrl: 'http://127.0.0.1:9/',
    secretKey: 'sk_test_second',
    webhookSecret: 'whsec_second',
    clock: systemClock,
  });
  await second.start();
  try {
    const later = createStripePayments(() => second.connection());
    expect(await later.findCheckout(sessionId)).toMatchObject({ status: 'complete' });
    expect(await later.findSubscription(subscriptionId)).toEqual(
      await provider.findSubscription(subscriptionId),
    );
  } finally {
    await second.close();
  }
});

test('a plan whose period ended while the provider was stopped is renewed from the end of that period', async () => {
  const { subscriptionId } = await buy();
  const before = (await provider.findSubscription(subscriptionId))!;
  const later = createLocalPayments({
    stateFile: rig.stateFile,
    publicUrl: rig.origin,
    eventsUrl: 'http://127.0.0.1:9/',
    secretKey: 'sk_test_later',
    webhookSecret: 'whsec_later',
    clock: { now: () => new Date(before.periodEnd.getTime() + 3_600_000) },
  });
  await later.start();
  try {
    const read = createStripePayments(() => later.connection());
    expect(await read.findSubscription(subscriptionId)).toMatchObject({
      state: 'live',
      periodStart: before.periodEnd,
      lastPaidCents: 900,
    });
  } finally {
    await later.close();
  }
});

test('a provider that is down, hangs, rejects the key or fails is reported as unavailable before the deadline', async () => {
  const broken = createServer((req, res) => {
    if (req.headers.authorization === 'Bearer sk_test_hanging') return;
    res.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{}}');
  });
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  const { port } = broken.address() as AddressInfo;
  const server = { host: '127.0.0.1', protocol: 'http' as const };
  const known = rig.local.connection();
  const connections = [
    { ...known, server: { ...server, port: 9 } },
    { ...known, server: { ...server, port }, secretKey: 'sk_test_hanging', timeoutMs: 200 },
    { ...known, server: { ...server, port } },
    { ...known, secretKey: 'sk_test_wrong' },
  ];
  for (const connection of connections) {
    const away = createStripePayments(() => connection);
    await expect(away.findSubscription('sub_x')).rejects.toMatchObject({
      code: 'checkout_unavailable',
    });
  }
  broken.closeAllConnections();
  broken.close();
});

test.each([
  ['invoice.paid', { subscription: 'sub_1' }, { kind: 'subscription', id: 'sub_1' }],
  [
    'invoice.payment_failed',
    { parent: { subscription_details: { subscription: 'sub_2' } } },
    { kind: 'subscription', id: 'sub_2' },
  ],
  ['invoice.paid', { parent: null }, { kind: 'other' }],
  ['customer.subscription.paused', { id: 'sub_3' }, { kind: 'subscription', id: 'sub_3' }],
  [
    'subscription_schedule.updated',
    { subscription: 'sub_4' },
    { kind: 'subscription', id: 'sub_4' },
  ],
  [
    'subscription_schedule.released',
    { subscription: null, released_subscription: 'sub_5' },
    { kind: 'subscription', id: 'sub_5' },
  ],
  ['charge.dispute.created', { id: 'du_1', charge: 'ch_1' }, { kind: 'charge', id: 'ch_1' }],
  ['checkout.session.expired', { id: 'cs_1' }, { kind: 'checkout', id: 'cs_1' }],
  ['payment_intent.succeeded', { id: 'pi_1' }, { kind: 'other' }],
])('an event %s about %o identifies the object to read again', (type, object, subject) => {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
  const signature = signatureOf(body, rig.webhookSecret);
  expect(provider.readEvent({ body, signature })).toEqual({ id: 'evt_1', type, subject });
});

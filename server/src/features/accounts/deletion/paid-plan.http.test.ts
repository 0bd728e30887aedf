import { afterAll, beforeAll, expect, test } from 'vitest';
import { scheduleDeletion } from '../../../../test/account-deletion.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { readJson } from '../../../../test/screenshots-app.ts';
import { buyPlan, openCheckout, readSubscription } from '../../../../test/billing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { LOCAL_PAYMENTS: 'true' } });
});
afterAll(() => app.close());

test('[ST-13] scheduling the deletion of an account cancels its plan, which a kept account can resume', async () => {
  const person = await app.session();
  await buyPlan(app, person, 2);
  const statusOf = async () => (await readSubscription(person)).subscriptionPlan.status;
  expect((await scheduleDeletion(person, { currentPassword: 'a guess' })).httpStatus).toBe(400);
  expect(await statusOf()).toBe('ACTIVE');
  expect((await scheduleDeletion(person)).httpStatus).toBe(200);
  expect(await statusOf()).toBe('CANCELLED');
  await person.call('DELETE', '/users/deletion');
  expect(await statusOf()).toBe('CANCELLED');
  await person.call('POST', '/subscriptions/resume');
  expect(await statusOf()).toBe('ACTIVE');
});

test('[ST-13] a checkout that is open when the deletion is scheduled cannot be paid any more', async () => {
  const person = await app.session();
  const checkout = await openCheckout(app, person, 2);
  expect((await scheduleDeletion(person)).httpStatus).toBe(200);
  await checkout.press('pay');
  const { sessionId } = checkout;
  const confirmed = await person.call('POST', '/subscriptions/confirm-checkout', { sessionId });
  expect(await readJson(confirmed)).toMatchObject({ data: { checkoutStatus: 'expired' } });
  expect((await readSubscription(person)).subscriptionPlan.status).not.toBe('ACTIVE');
});

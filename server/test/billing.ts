import { expect, vi } from 'vitest';
import type { TestApp, TestSession } from './app.ts';
import type { ParsedJson } from './json.ts';
import { readJson } from './screenshots-app.ts';

/** An open checkout; `press` submits a button of its page. */
export interface TestCheckout {
  readonly sessionId: string;
  readonly url: string;
  press(button: 'pay' | 'decline' | 'expire'): Promise<Response>;
}

/** Opens a checkout as the dashboard does. */
export async function openCheckout(
  app: TestApp,
  person: TestSession,
  newPlanId: number,
): Promise<TestCheckout> {
  const res = await person.call('POST', '/subscriptions/create-checkout-session', {
    newPlanId,
    ...returnUrls(app),
  });
  const body = await readJson(res);
  expect({ status: res.status, body }).toMatchObject({ status: 200 });
  const { sessionId, url } = body.data;
  const press = (button: string): Promise<Response> =>
    fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual' });
  return { sessionId, url, press };
}

/** Returns the dashboard's return URLs. */
export function returnUrls(app: TestApp) {
  return {
    successUrl: `${app.url}/dashboard/checkout-success`,
    cancelUrl: `${app.url}/dashboard/checkout-cancel`,
  };
}

/** Buys a plan and waits until its events have activated it. */
export async function buyPlan(
  app: TestApp,
  person: TestSession,
  newPlanId: number,
): Promise<TestCheckout> {
  const checkout = await openCheckout(app, person, newPlanId);
  await checkout.press('pay');
  await untilStatus(person, 'ACTIVE');
  return checkout;
}

/** Reads the subscription as the Billing screen does. */
export async function readSubscription(person: TestSession): Promise<ParsedJson> {
  const res = await person.call('GET', '/subscriptions/status');
  expect(res.status).toBe(200);
  return (await readJson(res)).data;
}

/** Polls the subscription until it has this status. */
export function untilStatus(person: TestSession, status: string): Promise<ParsedJson> {
  return vi.waitFor(
    async () => {
      const read = await readSubscription(person);
      expect(read.subscriptionPlan.status).toBe(status);
      return read;
    },
    { timeout: 10_000, interval: 20 },
  );
}

/** Opens the portal; returns a function that submits a button of it. */
export async function openPortal(
  person: TestSession,
): Promise<(button: string) => Promise<Response>> {
  const res = await person.call('POST', '/subscriptions/portal');
  const { url } = (await readJson(res)).data;
  return (button) => fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual' });
}

/** Returns the credits that the organisation can spend. */
export async function creditsOf(app: TestApp, { organizationId }: TestSession): Promise<number> {
  const { available } = await app.db
    .selectFrom('credit_accounts')
    .select('available')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return available;
}

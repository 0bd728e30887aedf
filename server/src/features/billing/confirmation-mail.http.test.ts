import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { buyPlan, creditsOf, openPortal, untilStatus } from '../../../test/billing.ts';
import { readJson } from '../../../test/screenshots-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    hasWorker: true,
    env: { LOCAL_PAYMENTS: 'true', DEV_MAILBOX: 'true' },
  });
});
afterAll(() => app.close());

const mailsTo = async ({ email }: TestSession): Promise<{ subject: string; text: string }[]> =>
  (await readJson(await app.request(`/dev/mailbox/messages?to=${email}`))).messages;
const untilMail = (person: TestSession, subject: string) =>
  vi.waitFor(
    async () => {
      const found = (await mailsTo(person)).filter((mail) => mail.subject === subject);
      expect(found).toHaveLength(1);
      return found[0]!;
    },
    { timeout: 20_000, interval: 50 },
  );

test('[CS-4] a purchase is confirmed by one mail with plan and payment; a failed renewal and the end are mailed too', async () => {
  const person = await app.session();
  const { sessionId } = await buyPlan(app, person, 2);
  await person.call('POST', '/subscriptions/confirm-checkout', { sessionId });
  const mail = await untilMail(person, 'Your Shotwright Basic plan is active');
  expect(mail.text).toContain('Thank you for your payment of $9.');
  expect(mail.text).toContain('Basic plan ($9 / month)');
  expect(mail.text).toContain('1,000 credits each month');
  expect(mail.text).toContain(`${app.url}/dashboard/billing`);
  const press = await openPortal(person);
  // No email is sent for a renewal.
  await press('next-period');
  await expect.poll(() => creditsOf(app, person)).toBe(2_000);
  await press('bad-card');
  await press('next-period');
  await untilStatus(person, 'PAST_DUE');
  const failed = await untilMail(person, 'The payment for your Shotwright plan failed');
  expect(failed.text).toContain('choose another payment method');
  await press('next-period');
  await untilMail(person, 'Your Shotwright Basic plan has ended');
  expect(await mailsTo(person)).toHaveLength(3);
});

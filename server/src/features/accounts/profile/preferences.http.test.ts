import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccountsRig, type AccountsRig } from '../../../../test/accounts-rig.ts';
import { sampleMails } from '../../mail/sample-mails.ts';
import { isMuted } from '../../mail/muted-mails.store.ts';

let rig: AccountsRig;
beforeAll(async () => {
  rig = await createAccountsRig();
});
afterAll(() => rig.close());

test('[ST-13] a time zone and muted emails are stored one by one, and part of the profile', async () => {
  const { browser } = await rig.signUp();
  const profile = async () => (await browser.get('/users/profile')).body.data.user;
  const before = await profile();
  expect(before).not.toHaveProperty('timeZone');
  expect(before).not.toHaveProperty('mutedEmails');
  const { status, body } = await browser.patch('/users/preferences', { timeZone: 'Asia/Tokyo' });
  expect([status, body.message]).toEqual([200, 'Your preferences have been saved.']);
  expect(body.data.user).toEqual({ ...before, timeZone: 'Asia/Tokyo' });
  const mutedEmails = ['ticket_replies', 'batch_finished'];
  await browser.patch('/users/preferences', { mutedEmails: [...mutedEmails, 'ticket_replies'] });
  expect(await profile()).toEqual({ ...before, timeZone: 'Asia/Tokyo', mutedEmails });
  await browser.patch('/users/preferences', { timeZone: null });
  expect(await profile()).toEqual({ ...before, mutedEmails });
  await browser.patch('/users/preferences', { mutedEmails: [] });
  expect(await profile()).toEqual(before);
});

test.each([
  [{ timeZone: 'Mars/Olympus' }, 'timeZone', /such as Europe\/Berlin/],
  [{ timeZone: '+02:00' }, 'timeZone', /such as Europe\/Berlin/],
  [{ timeZone: '' }, 'timeZone', /such as Europe\/Berlin/],
  [{ mutedEmails: ['password_reset'] }, 'mutedEmails.0', /usage_warnings/],
  [{ locale: 'de' }, 'locale', /./],
])('[ST-13] the preference %o is rejected with its field', async (preferences, path, message) => {
  const { browser } = await rig.signUp();
  const { status, body } = await browser.patch('/users/preferences', preferences);
  expect(status).toBe(400);
  expect(body.details.fields).toContainEqual(
    expect.objectContaining({ path, message: expect.stringMatching(message) }),
  );
});

test('[ST-13] a muted email is not sent to the user, and all others are', async () => {
  const { browser, email } = await rig.signUp();
  const [, other] = [await rig.signUp(), await rig.signUp()];
  await browser.patch('/users/preferences', {
    mutedEmails: ['usage_warnings', 'batch_finished', 'ticket_replies', 'webhook_disabled'],
  });
  const muted: string[] = [];
  for (const mail of Object.values(sampleMails).flatMap(([first]) => first ?? [])) {
    if (await isMuted(rig.db, { ...mail, to: email })) muted.push(mail.template);
    expect(await isMuted(rig.db, { ...mail, to: other.email })).toBe(false);
  }
  expect(muted.toSorted()).toEqual([
    'batch_finished',
    'credits_warning',
    'storage_warning',
    'ticket_reply',
    'webhook_switched_off',
  ]);
});

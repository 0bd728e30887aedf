import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccountsRig, type AccountsRig } from '../../../test/accounts-rig.ts';
import { createRecordingLogger } from '../../../test/recording-logger.ts';

let rig: AccountsRig;
const log = createRecordingLogger();
beforeAll(async () => {
  rig = await createAccountsRig({ logger: log.logger });
});
afterAll(() => rig.close());

const ip = { 'x-forwarded-for': '203.0.113.77' };
const network = '203.0.113.0/24';

it('sign-in, failed sign-in and sign-out are logged with ids and network, without secrets', async () => {
  const { email, password, userId } = await rig.signUp();
  log.clear();
  const browser = rig.browser();
  const wrong = 'a wrong password of mine';
  await browser.post('/auth/login', { email, password: wrong }, ip);
  await browser.post('/auth/login', { email: 'unknown@example.com', password: wrong }, ip);
  await browser.post('/auth/login', { email, password }, ip);
  await browser.post('/auth/logout', {}, ip);
  const person = { userId, organizationId: expect.any(String), network };
  expect(log.securityEvents()).toEqual([
    expect.objectContaining({ securityEvent: 'sign_in.failed', method: 'password', ...person }),
    expect.objectContaining({
      securityEvent: 'sign_in.failed',
      accountHash: expect.stringMatching(/^[\w-]{22}$/),
      network,
    }),
    expect.objectContaining({ securityEvent: 'sign_in.succeeded', ...person }),
    expect.objectContaining({ securityEvent: 'sign_out', ...person }),
  ]);
  for (const line of log.securityEvents()) expect(line).toHaveProperty('requestId');
  const text = JSON.stringify(log.lines());
  for (const secret of [email, 'unknown@example.com', password, wrong, '203.0.113.77'])
    expect(text).not.toContain(secret);
  for (const cookie of browser.cookies.values()) expect(text).not.toContain(cookie);
});

it('a rate-limited attempt is logged', async () => {
  const { email } = await rig.signUp();
  log.clear();
  for (let n = 0; n < 6; n += 1)
    await rig
      .browser()
      .post('/auth/login', { email, password: 'x' }, { 'x-forwarded-for': '198.51.100.9' });
  expect(log.securityEvents().at(-1)).toMatchObject({
    securityEvent: 'sign_in.throttled',
    network: '198.51.100.0/24',
  });
});

it('a password change, its rejection and the end of sessions are logged', async () => {
  const { browser, userId, password } = await rig.signUp();
  log.clear();
  const names = { firstName: 'Ada' };
  const next = 'another unusual phrase';
  await browser.patch('/users/profile', { ...names, password: next, currentPassword: 'wrong' });
  await browser.patch('/users/profile', {
    ...names,
    password: next,
    currentPassword: password,
  });
  await browser.patch('/users/profile', names);
  await browser.post('/auth/sessions/end-all');
  expect(log.securityEvents()).toMatchObject([
    { securityEvent: 'password.change_refused', userId, code: 'invalid_credentials' },
    { securityEvent: 'password.changed', userId },
    { securityEvent: 'sessions.ended', userId },
  ]);
  expect(JSON.stringify(log.lines())).not.toContain(next);
});

it('a password reset is logged, its link is not', async () => {
  const { email, userId } = await rig.signUp();
  log.clear();
  await rig.browser().post('/auth/forgot-password', { email });
  const { text } = await rig.mailTo(email, /password/i);
  const token = /token=([\w-]+)/.exec(text)?.[1] ?? '';
  expect(token).not.toBe('');
  const password = 'a third unusual phrase';
  await rig.browser().post('/auth/reset-password', { token, password });
  await rig.browser().post('/auth/reset-password', { token, password });
  expect(log.securityEvents()).toMatchObject([
    { securityEvent: 'password.reset_requested', accountHash: expect.any(String) },
    { securityEvent: 'password.reset', userId },
    { securityEvent: 'password.reset_refused', code: 'reset_link_invalid' },
  ]);
  for (const secret of [email, token, password])
    expect(JSON.stringify(log.lines())).not.toContain(secret);
});

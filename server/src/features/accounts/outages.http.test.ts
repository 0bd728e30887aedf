import { afterEach, expect, it } from 'vitest';
import { createAccountsRig, type AccountsRig } from '../../../test/accounts-rig.ts';
import { createHostedCaptcha } from '../../adapters/captcha/hosted-captcha.ts';
import { createOpenidIdentity } from '../../adapters/identity/openid-identity.ts';
import { createSmtpMail } from '../../adapters/mail/smtp-mail.ts';
import { silentLogger } from '../../lib/logger.ts';

let rig: AccountsRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});
const logger = silentLogger;
const nowhere = 'http://127.0.0.1:1';

it('requests for codes succeed during a mail server outage, and the mail is queued', async () => {
  const transport = createSmtpMail({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@b.cd', logger });
  rig = await createAccountsRig({ transport });
  const captchaToken = await rig.solveCaptcha();
  const email = 'ada@example.com';
  const { status } = await rig.browser().post('/auth/verify-email', { email, captchaToken });
  expect(status).toBe(200);
  expect((await rig.browser().post('/auth/forgot-password', { email })).status).toBe(200);
});

it('a captcha provider outage blocks the request and is reported', async () => {
  const clock = { now: () => new Date() };
  const captcha = createHostedCaptcha({
    kind: 'turnstile',
    secret: 's',
    siteKey: 'k',
    fetch,
    clock,
    logger,
    verifyUrl: nowhere,
  });
  rig = await createAccountsRig({ captcha });
  const response = await rig
    .browser()
    .post('/auth/verify-email', { email: 'ada@example.com', captchaToken: 'x' });
  expect(response.body).toMatchObject({ statusCode: 503, code: 'unavailable', retryable: true });
  expect(response.headers.get('retry-after')).toBe('60');
  expect(await rig.db.selectFrom('verifications').select('id').execute()).toEqual([]);
  expect((await rig.browser().get('/auth/captcha')).status).toBe(404);
});

it('an identity provider outage blocks its sign-in; email and password still work', async () => {
  const identity = createOpenidIdentity({
    issuer: nowhere,
    clientId: 'c',
    clientSecret: 's',
    fetch,
    logger,
    isLocal: true,
  });
  rig = await createAccountsRig({ identity });
  const { body } = await rig.browser().post('/auth/google/login', { code: 'a-code' });
  expect(body).toMatchObject({ statusCode: 503, code: 'unavailable' });
  const { email, password } = await rig.signUp();
  expect((await rig.browser().post('/auth/login', { email, password })).status).toBe(200);
});

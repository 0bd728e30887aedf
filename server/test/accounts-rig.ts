import { testRuntimeConfig } from './runtime-config.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { vi } from 'vitest';
import { createAltchaCaptcha } from '../src/adapters/captcha/altcha-captcha.ts';
import type { CaptchaVerifier } from '../src/adapters/captcha/captcha-verifier.ts';
import type { IdentityProvider } from '../src/adapters/identity/identity-provider.ts';
import { createWebauthnPasskeys } from '../src/adapters/passkeys/webauthn-passkeys.ts';
import type { MailTransport } from '../src/adapters/mail/mail-transport.ts';
import { createOutboxMail, type StoredMail } from '../src/demo/mailbox/outbox-mail.ts';
import type { PasswordHasher } from '../src/adapters/passwords/argon2-passwords.ts';
import type { Database } from '../src/db/transaction.ts';
import { createAccounts, type Accounts } from '../src/features/accounts/accounts.ts';
import { createMailService } from '../src/features/mail/mail.service.ts';
import { sendMailHandler } from '../src/features/mail/mail.jobs.ts';
import { logStaffAction } from '../src/features/staff/staff-actions.ts';
import { createHttpApp } from '../src/http/server/app.ts';
import { createMetrics } from '../src/http/server/metrics.ts';
import { createJobQueue, prepareJobQueues } from '../src/jobs/queue.ts';
import { createJobWorkers } from '../src/jobs/worker.ts';
import { createKeyRing } from '../src/lib/crypto.ts';
import { silentLogger, type Logger } from '../src/lib/logger.ts';
import { createTestBrowser, type TestBrowser } from './browser.ts';
import { createTestDatabase } from './database.ts';
import { insertOrganization } from './factories.ts';
import { quickPasswords } from './quick-passwords.ts';

/**
 * The accounts feature over a real database, a real queue and a real port; emails are written to an
 * outbox on disk.
 */
export interface AccountsRig {
  readonly db: Database;
  readonly accounts: Accounts;
  readonly origin: string;
  /**
   * Clock of captcha, resend tokens and emails; tests change `offsetMs`. Codes and sessions use the
   * database's clock.
   */
  readonly clock: { offsetMs: number; now(): Date };
  /** Creates a browser without cookies. */
  browser(): TestBrowser;
  solveCaptcha(): Promise<string>;
  /** Waits for the `nth` email to the recipient whose subject matches. */
  mailTo(email: string, subject: RegExp, nth?: number): Promise<StoredMail>;
  mailsTo(email: string): Promise<readonly StoredMail[]>;
  /** Requests a code and reads it from the email. */
  codeFor(email: string): Promise<string>;
  /** Creates a user and signs them in. */
  signUp(person?: { email?: string; password?: string }): Promise<SignedUp>;
  close(): Promise<void>;
}

/** A user created by {@link AccountsRig.signUp}. */
export interface SignedUp {
  readonly browser: TestBrowser;
  readonly email: string;
  readonly password: string;
  readonly userId: string;
}

interface AccountsRigOptions {
  readonly identity?: IdentityProvider;
  readonly captcha?: CaptchaVerifier;
  /** Replaces the outbox. */
  readonly transport?: MailTransport;
  readonly publicUrl?: string;
  /** Hasher of passwords; quick by default. */
  readonly passwords?: PasswordHasher;
  /** Logger of the requests; silent by default. */
  readonly logger?: Logger;
}

let userCount = 0;

/** Creates the accounts feature with real dependencies. `close` releases all of them. */
export async function createAccountsRig(options: AccountsRigOptions = {}): Promise<AccountsRig> {
  const directory = await mkdtemp(join(tmpdir(), 'shotwright-mailbox-'));
  const database = await createTestDatabase();
  const { db, connection } = database;
  const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
  const logger = silentLogger;
  const keyRing = createKeyRing('a test secret of more than thirty-two bytes');
  const captcha =
    options.captcha ??
    createAltchaCaptcha({ secret: 'captcha secret', clock, counter: { min: 1, max: 3 } });
  const outbox = createOutboxMail({ directory, logger, clock, isPrinted: false });
  const queue = await openQueue();
  const publicUrl = options.publicUrl ?? 'http://localhost:3000';
  const brand = {
    productName: 'Shotwright',
    supportEmail: 'help@example.com',
    publicUrl,
    billing: true,
  };
  const transport = options.transport ?? outbox;
  const mail = createMailService({ queue, transport, keyRing, brand, clock, logger });
  const accounts = createAccounts({
    db,
    queue,
    keyRing,
    clock,
    captcha,
    publicUrl,
    passwords: options.passwords ?? quickPasswords,
    identity: options.identity,
    passkeys: createWebauthnPasskeys({
      publicUrl,
      productName: brand.productName,
      timeoutMs: 300_000,
      logger,
    }),
    createOrganization: async (tx, { name }) => (await insertOrganization(tx, { name })).id,
    enqueueMail: mail.enqueueMail,
    logStaffAction,
  });
  const workers = createJobWorkers({
    connection,
    handlers: [...accounts.handlers, sendMailHandler(mail)],
    schedules: [],
    logger,
  });
  await workers.start();
  const app = await createHttpApp({
    routes: accounts.routes,
    pages: [],
    rawMounts: [],
    authenticators: {
      ...accounts.sessions,
      authenticateKey: () => Promise.reject(new Error('no keys here')),
    },
    logger: options.logger ?? logger,
    metrics: createMetrics(),
    publicUrl,
    trustedProxies: true,
    contentSources: { scripts: [], frames: [], styles: [], connections: [] },
    isCheckingResponses: true,
    brand: testRuntimeConfig,
  });
  const port = await app.listen({ host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${port}`;

  async function openQueue() {
    const kinds = [...kindNames].map((name) => ({
      name,
      retryLimit: 3,
      retryDelaySeconds: 0,
      retryBackoff: false,
      expireInSeconds: 60,
    }));
    await prepareJobQueues({ connection, kinds, logger });
    return createJobQueue({ db, logger });
  }
  const browser = (): TestBrowser =>
    createTestBrowser({ origin, isSecure: publicUrl.startsWith('https:') });
  const mailsTo = async (email: string): Promise<readonly StoredMail[]> =>
    (await outbox.list()).filter(({ to }) => to === email);
  const mailTo = (email: string, subject: RegExp, nth = 1): Promise<StoredMail> =>
    vi.waitFor(
      async () => {
        const found = (await mailsTo(email)).filter((one) => subject.test(one.subject));
        const latest = found.toReversed()[nth - 1];
        if (!latest) throw new Error(`no mail ${nth} ${subject} to ${email} yet`);
        return latest;
      },
      { timeout: 10_000, interval: 20 },
    );
  const solveCaptcha = async (): Promise<string> => {
    const { body } = await browser().get('/auth/captcha');
    const challenge = body as unknown as Challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  };
  const codeFor = async (email: string): Promise<string> => {
    const before = (await mailsTo(email)).filter((one) => codeMail.test(one.subject)).length;
    const captchaToken = await solveCaptcha();
    const { status } = await browser().post('/auth/verify-email', { email, captchaToken });
    if (status !== 200) throw new Error(`verify-email returned ${status}`);
    const { subject } = await mailTo(email, codeMail, before + 1);
    return subject.slice(0, 6);
  };
  return {
    db,
    accounts,
    origin,
    clock,
    browser,
    solveCaptcha,
    mailTo,
    mailsTo,
    codeFor,
    signUp: async (person = {}) => {
      const email = person.email ?? `person-${++userCount}@example.com`;
      const password = person.password ?? 'an unusual pass phrase';
      const otp = await codeFor(email);
      const own = browser();
      const names = { firstName: 'Ada', lastName: 'Lovelace' };
      const { status, body } = await own.post('/auth/signup', { ...names, email, password, otp });
      if (status !== 201) throw new Error(`signup answered ${status}`);
      return { browser: own, email, password, userId: body.data.user.id };
    },
    close: async () => {
      await app.close();
      await workers.stop({ graceMs: 2_000 });
      await queue.close();
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const kindNames = ['mail.send', 'accounts.reset-mail', 'accounts.sweep'];
const codeMail = /is your Shotwright code$/;

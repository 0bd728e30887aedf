import type { PasswordHasher } from '../../../adapters/passwords/argon2-passwords.ts';
import { inTransaction, type Database, type Db, type Tx } from '../../../db/transaction.ts';
import type { JobQueue } from '../../../jobs/job.ts';
import { AppError } from '../../../shared/app-error.ts';
import { sha256 } from '../../../lib/crypto.ts';
import { newId, newToken } from '../../../lib/ids.ts';
import type { Mail } from '../../mail/mail.ts';
import { resetMailJob } from '../accounts.jobs.ts';
import { requireUncommonPassword } from '../passwords/password.rules.ts';
import type { SessionsService } from '../sessions/sessions.service.ts';
import { countAttempt, type ThrottleRule } from '../throttle.store.ts';
import { findUserByEmail, updatePassword, type UserRow } from '../users.store.ts';
import {
  findVerificationByHash,
  replaceVerification,
  useVerification,
} from '../verifications.store.ts';

interface PasswordResetDependencies {
  readonly db: Database;
  readonly queue: JobQueue;
  readonly passwords: PasswordHasher;
  readonly sessions: SessionsService;
  enqueueMail(db: Db, mail: Mail): Promise<void>;
}

/** Password reset with a one-time link. */
export interface PasswordResetService {
  /**
   * Queues the look-up, so that response text and time do not depend on the existence of the
   * account.
   */
  requestReset(email: string): Promise<void>;
  /** Handles the job that {@link PasswordResetService.requestReset} queues. */
  mailReset(email: string): Promise<void>;
  /**
   * Sets the password, ends every session and notifies the owner. Throws `reset_link_invalid`,
   * `validation_failed`.
   */
  resetPassword(input: { token: string; password: string }): Promise<UserRow>;
}

const purpose = 'password_reset';
const expiresInMinutes = 60;
/** Five mails an hour per email. Further requests are dropped and get the same response. */
const requestRule: ThrottleRule = {
  freeAttempts: 5,
  firstDelaySeconds: 3_600,
  maxDelaySeconds: 3_600,
  forgetAfterSeconds: 3_600,
};

/** Creates a {@link PasswordResetService} that stores only hashes of the links' tokens. */
export function createPasswordResetService(deps: PasswordResetDependencies): PasswordResetService {
  const { db, queue, passwords, sessions } = deps;
  return {
    requestReset: async (email) => {
      const key = `password_reset:${email}`;
      const seconds = await countAttempt(db, { key, rule: requestRule });
      if (seconds === 0) await queue.enqueue(db, resetMailJob, { data: { email } });
    },
    mailReset: (email) =>
      inTransaction(db, async (tx) => {
        const user = await findUserByEmail(tx, email);
        if (user) await deps.enqueueMail(tx, await helpingMail(tx, user));
      }),
    resetPassword: async ({ token, password }) => {
      requireUncommonPassword(password);
      const link = await findVerificationByHash(db, { purpose, secretHash: sha256(token) });
      if (!link || link.isUsed || link.isExpired) throw linkInvalid();
      const passwordHash = await passwords.hash(password);
      return inTransaction(db, async (tx) => {
        if (!(await useVerification(tx, link.id))) throw linkInvalid();
        const user = await updatePassword(tx, { email: link.email, passwordHash });
        if (!user) throw linkInvalid();
        await sessions.endSessions(tx, { userId: user.id });
        const { email: to, first_name: firstName } = user;
        await deps.enqueueMail(tx, { template: 'password_changed', to, firstName });
        return user;
      });
    },
  };
}

async function helpingMail(tx: Tx, user: UserRow): Promise<Mail> {
  const { email, first_name: firstName } = user;
  if (user.provider === 'GOOGLE') return { template: 'identity_hint', to: email, firstName };
  const token = newToken();
  const expiresAt = await replaceVerification(tx, {
    purpose,
    email,
    id: newId(),
    secretHash: sha256(token),
    expiresInMinutes,
  });
  return {
    template: 'password_reset',
    to: email,
    firstName,
    token,
    expiresAt: expiresAt.toISOString(),
  };
}

const linkInvalid = (): AppError =>
  new AppError({
    code: 'reset_link_invalid',
    message:
      'This link was used before, was replaced by a newer one or is older than an hour. Request a new link.',
  });

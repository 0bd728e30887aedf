import { randomInt } from 'node:crypto';
import { verificationCode } from '@shotwright/contract';
import type { Database, Db, Tx } from '../../../db/transaction.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { KeyRing } from '../../../lib/crypto.ts';
import { newId } from '../../../lib/ids.ts';
import type { Mail } from '../../mail/mail.ts';
import { tooManyAttempts } from '../throttle.errors.ts';
import {
  countSentInLastHour,
  countCodeAttempt,
  lockVerifications,
  replaceVerification,
  useVerification,
} from '../verifications.store.ts';

interface VerificationCodesDependencies {
  readonly keyRing: KeyRing;
  enqueueMail(db: Db, mail: Mail): Promise<void>;
}

/** Codes that verify an email before the account exists. */
export interface VerificationCodesService {
  /**
   * Mails a new code and invalidates earlier ones. Throws `rate_limited` after five within an hour.
   */
  sendCode(tx: Tx, email: string): Promise<void>;
  /**
   * Returns the id of the code to use up. Counts the try first, in a separate statement, so that
   * parallel tries all count. Throws `otp_invalid` (wrong, used, replaced, or five wrong tries) or
   * `otp_expired`.
   */
  requireRightCode(db: Database, input: { email: string; code: string }): Promise<string>;
  /**
   * Marks a code as used, in the transaction that creates the account. Throws `otp_invalid` if a
   * parallel request used it first.
   */
  useCode(tx: Tx, id: string): Promise<void>;
}

const purpose = 'signup';
const keyPurpose = 'verification-code';

const refused = (code: 'otp_invalid' | 'otp_expired', message: string): AppError =>
  new AppError({ code, message });
const wrong = (): AppError =>
  refused('otp_invalid', 'The verification code is wrong. Use the code from the newest email.');
const voided = (): AppError => refused('otp_invalid', 'Too many wrong codes. Request a new one.');

const boundText = (id: string, email: string, code: string): string =>
  JSON.stringify([purpose, id, email, code]);

/** Creates a {@link VerificationCodesService} that stores codes only as keyed hashes. */
export function createVerificationCodesService({
  keyRing,
  enqueueMail,
}: VerificationCodesDependencies): VerificationCodesService {
  return {
    sendCode: async (tx, email) => {
      const subject = { purpose, email } as const;
      await lockVerifications(tx, subject);
      const sent = await countSentInLastHour(tx, subject);
      if (sent.count >= verificationCode.maxSentPerHour)
        throw tooManyAttempts(sent.secondsUntilNext);
      const id = newId();
      const code = randomInt(10 ** verificationCode.digits)
        .toString()
        .padStart(verificationCode.digits, '0');
      const expiresAt = await replaceVerification(tx, {
        ...subject,
        id,
        secretHash: keyRing.sign(keyPurpose, boundText(id, email, code)),
        expiresInMinutes: verificationCode.expiresInMinutes,
      });
      const mail = { template: 'verification_code', to: email, code } as const;
      await enqueueMail(tx, { ...mail, expiresAt: expiresAt.toISOString() });
    },
    requireRightCode: async (db, { email, code }) => {
      const row = await countCodeAttempt(db, { purpose, email });
      if (!row || row.isUsed) throw wrong();
      if (row.isExpired)
        throw refused('otp_expired', 'The verification code has expired. Request a new one.');
      if (row.tries > verificationCode.maxTries) throw voided();
      const isRight = keyRing.verify(keyPurpose, {
        text: boundText(row.id, email, code),
        signature: row.secret_hash,
      });
      if (isRight) return row.id;
      throw row.tries === verificationCode.maxTries ? voided() : wrong();
    },
    useCode: async (tx, id) => {
      if (!(await useVerification(tx, id))) throw wrong();
    },
  };
}

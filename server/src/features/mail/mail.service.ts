import type { Db } from '../../db/transaction.ts';
import type { JobQueue } from '../../jobs/job.ts';
import type { Clock } from '../../lib/clock.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import { newId } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import type { MailTransport } from '../../adapters/mail/mail-transport.ts';
import { renderMail } from './mail-layout.ts';
import { sendMailJob } from './mail.jobs.ts';
import { contentOf } from './mail-templates.ts';
import type { Mail, MailBrand } from './mail.ts';
import { isMuted } from './muted-mails.store.ts';

interface MailDependencies {
  readonly queue: JobQueue;
  readonly transport: MailTransport;
  readonly keyRing: KeyRing;
  readonly brand: MailBrand;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Queue and sender of emails. */
export interface MailService {
  /**
   * Queues an email in the caller's transaction, unless the recipient has turned it off; nothing is sent before it
   * commits.
   */
  enqueueMail(db: Db, mail: Mail): Promise<void>;
  /** Sends a queued email, unless its content has expired. Throws if a retry may help. */
  sendQueued(job: { mailId: string; sealed: string }): Promise<void>;
}

const purpose = 'mail';

/**
 * Creates a {@link MailService}. Codes and links are encrypted in the queue, so that a dump of the
 * database opens no account.
 */
export function createMailService(deps: MailDependencies): MailService {
  const { queue, transport, keyRing, brand, clock, logger } = deps;
  return {
    enqueueMail: async (db, mail) => {
      if (await isMuted(db, mail)) return;
      const mailId = newId();
      const sealed = keyRing.encrypt(purpose, { text: JSON.stringify(mail), context: mailId });
      const data = { mailId, sealed: sealed.toString('base64') };
      await queue.enqueue(db, sendMailJob, { data, options: { id: mailId } });
    },
    sendQueued: async ({ mailId, sealed }) => {
      const mail: Mail = JSON.parse(
        keyRing.decrypt(purpose, { sealed: Buffer.from(sealed, 'base64'), context: mailId }),
      );
      const { template } = mail;
      if ('expiresAt' in mail && new Date(mail.expiresAt) <= clock.now()) {
        logger.info({ mailId, template }, 'email expired before it was sent');
        return;
      }
      const rendered = renderMail(contentOf(mail, brand), brand);
      const outcome = await transport.send({ id: mailId, to: mail.to, ...rendered });
      logger.info({ mailId, template, outcome }, 'email passed to the mail transport');
    },
  };
}

import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../lib/logger.ts';
import type { MailMessage, MailTransport } from '../../adapters/mail/mail-transport.ts';

/** A mail that was stored instead of sent. */
export interface StoredMail extends MailMessage {
  /** ISO 8601. */
  readonly sentAt: string;
}

/**
 * Mail transport that stores mail on this machine, for trying the product without a mail server.
 */
export interface OutboxMail extends MailTransport {
  /** Returns the stored mails, newest first; at most `keep`. */
  list(): Promise<readonly StoredMail[]>;
  find(id: string): Promise<StoredMail | undefined>;
}

interface OutboxMailOptions {
  /** Created if missing. Shared by the processes of one machine: a worker writes, the API reads. */
  readonly directory: string;
  readonly logger: Logger;
  readonly clock: { now(): Date };
  /** True if the log contains the text of mails, codes included; never in production. */
  readonly isPrinted: boolean;
  /** Maximum number of stored mails; older ones are removed. */
  readonly keep?: number;
}

const idPattern = /^[0-9a-f-]{36}$/;
const nameOf = (id: string): string => `${id}.json`;

/**
 * Creates an {@link OutboxMail} that stores mails as files and optionally prints them to the log.
 */
export function createOutboxMail(options: OutboxMailOptions): OutboxMail {
  const { directory, logger, clock, isPrinted, keep = 200 } = options;
  const read = async (name: string): Promise<StoredMail | undefined> => {
    try {
      const mail: StoredMail = JSON.parse(await readFile(join(directory, name), 'utf8'));
      return mail;
    } catch (err) {
      // Removed between listing and reading, because the newest mails displace the oldest.
      if (err instanceof Error && 'code' in err && err.code === 'ENOENT') return undefined;
      throw err;
    }
  };
  const list = async (): Promise<StoredMail[]> => {
    await mkdir(directory, { recursive: true });
    const names = (await readdir(directory)).filter((name) => name.endsWith('.json'));
    const mails = await Promise.all(names.map(read));
    return mails
      .filter((mail) => mail !== undefined)
      .toSorted((a, b) => b.sentAt.localeCompare(a.sentAt) || b.id.localeCompare(a.id));
  };
  return {
    send: async (message) => {
      if (!idPattern.test(message.id)) throw new Error('a mail id must be a UUID');
      await mkdir(directory, { recursive: true });
      const mail: StoredMail = { ...message, sentAt: clock.now().toISOString() };
      const path = join(directory, nameOf(message.id));
      // Renamed into place, so that a reader never sees an incomplete mail.
      await writeFile(`${path}.part`, JSON.stringify(mail), { mode: 0o600 });
      await rename(`${path}.part`, path);
      const { id: mailId, to, subject, text } = message;
      logger.info(
        isPrinted ? { to, subject, text } : { mailId },
        'email stored in the local mailbox',
      );
      const old = (await list()).slice(keep);
      await Promise.all(old.map(({ id }) => rm(join(directory, nameOf(id)), { force: true })));
      return 'sent';
    },
    list,
    find: async (id) => (idPattern.test(id) ? read(nameOf(id)) : undefined),
    close: () => undefined,
  };
}

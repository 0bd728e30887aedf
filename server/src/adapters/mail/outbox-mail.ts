import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../../lib/logger.ts';
import type { MailMessage, MailTransport } from './mail-transport.ts';

/** A mail that was kept instead of sent. */
export interface KeptMail extends MailMessage {
  /** ISO 8601. */
  readonly sentAt: string;
}

/** Mail that stays on this machine, for trying the product without a mail server. */
export interface OutboxMail extends MailTransport {
  /** The newest first; at most `keep`. */
  list(): Promise<readonly KeptMail[]>;
  find(id: string): Promise<KeptMail | undefined>;
}

interface OutboxMailOptions {
  /** Made when absent. Shared by the processes of one machine: a worker sends, the API shows. */
  readonly directory: string;
  readonly logger: Logger;
  readonly clock: { now(): Date };
  /** Whether the log shows what mails say, codes included: never in production. */
  readonly isPrinted: boolean;
  /** How many mails are kept; older ones are removed. */
  readonly keep?: number;
}

const idPattern = /^[0-9a-f-]{36}$/;
const nameOf = (id: string): string => `${id}.json`;

/** Keeps mail as files, and prints it in the log where asked to; see {@link OutboxMail}. */
export function createOutboxMail(options: OutboxMailOptions): OutboxMail {
  const { directory, logger, clock, isPrinted, keep = 200 } = options;
  const read = async (name: string): Promise<KeptMail | undefined> => {
    try {
      const mail: KeptMail = JSON.parse(await readFile(join(directory, name), 'utf8'));
      return mail;
    } catch (err) {
      // Removed between listing and reading, as the newest push the oldest out.
      if (err instanceof Error && 'code' in err && err.code === 'ENOENT') return undefined;
      throw err;
    }
  };
  const list = async (): Promise<KeptMail[]> => {
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
      const mail: KeptMail = { ...message, sentAt: clock.now().toISOString() };
      const path = join(directory, nameOf(message.id));
      // Renamed into place, so that a reader never sees half a mail.
      await writeFile(`${path}.part`, JSON.stringify(mail), { mode: 0o600 });
      await rename(`${path}.part`, path);
      const { id: mailId, to, subject, text } = message;
      logger.info(isPrinted ? { to, subject, text } : { mailId }, 'mail kept in the local mailbox');
      const old = (await list()).slice(keep);
      await Promise.all(old.map(({ id }) => rm(join(directory, nameOf(id)), { force: true })));
      return 'sent';
    },
    list,
    find: async (id) => (idPattern.test(id) ? read(nameOf(id)) : undefined),
    close: () => undefined,
  };
}

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertOrganization, insertUser } from '../../../test/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import type { MailMessage, MailTransport } from '../../adapters/mail/mail-transport.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { OpenJobQueue } from '../../jobs/queue.ts';
import { createJobQueue, prepareJobQueues } from '../../jobs/queue.ts';
import { createKeyRing } from '../../lib/crypto.ts';
import { silentLogger } from '../../lib/logger.ts';
import { sendMailJob } from './mail.jobs.ts';
import { createMailService } from './mail.service.ts';

let database: TestDatabase;
let queue: OpenJobQueue;
beforeAll(async () => {
  database = await createTestDatabase();
  const logger = silentLogger;
  await prepareJobQueues({ connection: database.connection, kinds: [sendMailJob], logger });
  queue = await createJobQueue({ db: database.db, logger });
});
afterAll(async () => {
  await queue.close();
  await database.close();
});

const brand = {
  productName: 'Shotwright',
  supportEmail: 'help@example.com',
  publicUrl: 'https://shots.example',
  billing: true,
};
const code = (minutes: number) =>
  ({
    template: 'verification_code',
    to: 'ada@example.com',
    code: '246802',
    expiresAt: new Date(Date.now() + minutes * 60_000).toISOString(),
  }) as const;

function build(send: MailTransport['send'] = async () => 'sent') {
  const sent: MailMessage[] = [];
  const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
  const transport: MailTransport = {
    send: (message) => {
      sent.push(message);
      return send(message);
    },
    close: () => undefined,
  };
  const keyRing = createKeyRing('a test secret of more than thirty-two bytes');
  const logger = silentLogger;
  return {
    sent,
    clock,
    mail: createMailService({ queue, transport, keyRing, brand, clock, logger }),
  };
}

const takeQueued = async () => {
  const { rows } = await sql<{ data: { mailId: string; sealed: string } }>`
    delete from pgboss.job where name = 'mail.send' returning data`.execute(database.db);
  return rows.map(({ data }) => data);
};

describe('queued mail', () => {
  it('exists exactly if its transaction commits', async () => {
    const { mail } = build();
    await inTransaction(database.db, async (tx) => {
      await mail.enqueueMail(tx, code(10));
      throw new Error('rolled back');
    }).catch(() => undefined);
    expect(await takeQueued()).toEqual([]);
    await inTransaction(database.db, (tx) => mail.enqueueMail(tx, code(10)));
    expect(await takeQueued()).toHaveLength(1);
  });

  it('[ST-13] is queued unless the recipient has turned it off', async () => {
    const { mail, sent } = build();
    const { id } = await insertOrganization(database.db);
    const { email: to } = await insertUser(database.db, {
      organization_id: id,
      muted_emails: ['ticket_replies'],
    });
    const reply = {
      template: 'ticket_reply',
      firstName: 'Ada',
      ticketId: 1,
      title: 'Help',
    } as const;
    await mail.enqueueMail(database.db, { ...reply, to });
    await mail.enqueueMail(database.db, { template: 'welcome', to, firstName: 'Ada' });
    await mail.enqueueMail(database.db, { ...reply, to: 'other@example.com' });
    for (const job of await takeQueued()) await mail.sendQueued(job);
    expect(sent.map((one) => one.to).toSorted()).toEqual([to, 'other@example.com'].toSorted());
  });

  it('is encrypted and can be decrypted for its own job only', async () => {
    const { mail } = build();
    await mail.enqueueMail(database.db, code(10));
    await mail.enqueueMail(database.db, code(10));
    const [a, b] = await takeQueued();
    expect(Buffer.from(a!.sealed, 'base64').toString('latin1')).not.toMatch(/246802|ada@/);
    await expect(mail.sendQueued({ mailId: b!.mailId, sealed: a!.sealed })).rejects.toThrow(
      /unable to authenticate/,
    );
  });

  it('has the same id at every attempt, so that a receiver can drop duplicates', async () => {
    const { mail, sent } = build(async () => {
      throw new Error('the mail server is down');
    });
    await mail.enqueueMail(database.db, code(10));
    const [job] = await takeQueued();
    await expect(mail.sendQueued(job!)).rejects.toThrow('down');
    await expect(mail.sendQueued(job!)).rejects.toThrow('down');
    expect(sent.map(({ id }) => id)).toEqual([job!.mailId, job!.mailId]);
  });

  it('is not sent once its code has expired', async () => {
    const { mail, sent, clock } = build();
    await mail.enqueueMail(database.db, code(10));
    const [job] = await takeQueued();
    clock.offsetMs = 10 * 60_000 + 1_000;
    await mail.sendQueued(job!);
    expect(sent).toEqual([]);
    clock.offsetMs = 0;
    await mail.sendQueued(job!);
    expect(sent).toHaveLength(1);
  });
});

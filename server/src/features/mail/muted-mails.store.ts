import type { OptionalEmail } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';
import type { Mail } from './mail.ts';

/** Emails that users can turn off, by template. */
export const optionalMails: Partial<Record<Mail['template'], OptionalEmail>> = {
  credits_warning: 'usage_warnings',
  storage_warning: 'usage_warnings',
  batch_finished: 'batch_finished',
  ticket_reply: 'ticket_replies',
  webhook_switched_off: 'webhook_disabled',
};

/** True if the recipient has turned this email off. */
export async function isMuted(db: Db, { template, to }: Mail): Promise<boolean> {
  const kind = optionalMails[template];
  if (kind === undefined) return false;
  const { rows } = await sql`
    select from users where email = ${to} and ${kind} = any(muted_emails)`.execute(db);
  return rows.length > 0;
}

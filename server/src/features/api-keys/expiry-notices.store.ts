import { sql } from 'kysely';
import type { Tx } from '../../db/transaction.ts';

/** A notice that an API key expires soon, for one user. */
export interface DueNotice {
  readonly name: string;
  readonly expiresAt: Date;
  readonly email: string;
  readonly firstName: string;
}

/**
 * Marks the due notices of all organisations as sent, and returns those of active keys that have not expired
 * for their owners and admins. A notice that another transaction marks is left to it.
 */
export async function takeDueNotices(tx: Tx, now: Date): Promise<DueNotice[]> {
  const { rows } = await sql<DueNotice>`
    with due as (
      update api_keys set expiry_notice_at = null where expiry_notice_at <= ${now}
      returning id, organization_id, name, is_active, expires_at
    )
    select d.name, d.expires_at as "expiresAt", u.email, u.first_name as "firstName"
    from due d join users u on u.organization_id = d.organization_id and u.role in ('owner', 'admin')
    where d.is_active and d.expires_at > ${now}
    order by d.id, u.id`.execute(tx);
  return rows;
}

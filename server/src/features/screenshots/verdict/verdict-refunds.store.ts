import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';

/** Refunds of one host and hour after which an organisation's captures of this host are delayed. */
export const freeRefunds = 20;
/** Delay of the captures beyond {@link freeRefunds}. Unit: s. */
export const refundDelaySeconds = 60;

const countedFor = sql`interval '1 hour'`;

/** Returns the host that refunds of a capture count for: that of its URL; empty for pasted HTML. */
export function refundHostOf(url: string | null): string {
  return url !== null && URL.canParse(url) ? new URL(url).hostname : '';
}

/** Records that a capture was not charged because of its verdict. */
export async function insertVerdictRefund(
  tx: Tx,
  refund: { readonly organizationId: string; readonly id: string; readonly host: string },
): Promise<void> {
  await tx
    .insertInto('verdict_refunds')
    .values({
      screenshot_id: refund.id,
      organization_id: refund.organizationId,
      host: refund.host,
    })
    .execute();
}

/** Returns SQL that is true if the next capture of a host is to be delayed; `host` may be SQL, too. */
export function hasManyRefunds(input: {
  readonly organizationId: string;
  readonly host: string | RawBuilder<string>;
}): RawBuilder<boolean> {
  return sql`(
    select count(*) > ${freeRefunds} from (
      select from verdict_refunds
      where organization_id = ${input.organizationId} and host = ${input.host}
        and refunded_at > now() - ${countedFor}
      limit ${freeRefunds + 1}) few)`;
}

/** Deletes the refunds that no longer count. */
export async function removeOldRefunds(db: Db): Promise<void> {
  await sql`delete from verdict_refunds where refunded_at <= now() - ${countedFor}`.execute(db);
}

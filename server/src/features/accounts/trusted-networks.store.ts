import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** Time a network stays trusted after the last sign-in from it. */
const trustedDays = 90;

/** True if the user signed in from this network recently. */
export async function isSignInNetwork(
  db: Db,
  input: { readonly userId: string; readonly network: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from sign_in_places where user_id = ${input.userId} and network = ${input.network}
      and last_used_at > now() - make_interval(days => ${trustedDays})`.execute(db);
  return rows.length > 0;
}

/** Records that the user signed in from this network. */
export async function rememberSignInNetwork(
  db: Db,
  input: { readonly userId: string; readonly network: string },
): Promise<void> {
  await sql`
    insert into sign_in_places (user_id, network) values (${input.userId}, ${input.network})
    on conflict (user_id, network) do update set last_used_at = now()`.execute(db);
}

/** Deletes networks that are no longer trusted. */
export async function removeOldSignInNetworks(db: Db): Promise<void> {
  await sql`
    delete from sign_in_places where last_used_at < now() - make_interval(days => ${trustedDays})`.execute(
    db,
  );
}

import type { Db } from '../../../db/transaction.ts';

/** Records an accepted captcha token. Returns false if it was recorded before. */
export async function rememberCaptcha(
  db: Db,
  { hash, expiresAt }: { hash: string; expiresAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('used_captchas')
    .values({ token_hash: hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
}

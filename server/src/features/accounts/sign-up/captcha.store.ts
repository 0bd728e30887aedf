import type { Db } from '../../../db/transaction.ts';

/** Remembers an accepted captcha answer; false when it was remembered before. */
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

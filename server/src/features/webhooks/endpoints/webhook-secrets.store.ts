import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/transaction.ts';
import type { WebhookRef } from './webhooks.store.ts';

/** An encrypted secret; `expiresAt` is null for the current one. */
export interface EncryptedSecretRow {
  readonly id: string;
  readonly encryptedSecret: Buffer;
  readonly expiresAt: Date | null;
}

/** A secret as {@link selectSecrets} returns it. */
export interface SelectedSecret {
  readonly id: string;
  readonly encryptedHex: string;
}

/**
 * SQL of the secrets that currently sign the deliveries of the webhook `w`, the current one first;
 * a JSON array of {@link SelectedSecret}.
 */
export const selectSecrets = sql`(
  select coalesce(json_agg(json_build_object('id', s.id, 'encryptedHex', encode(s.secret_sealed, 'hex'))
    order by s.expires_at nulls first), '[]')
  from webhook_secrets s
  where s.webhook_id = w.id and (s.expires_at is null or s.expires_at > now()))`;

/** Secrets that currently sign a webhook's deliveries, the current one first. */
export async function listSecrets(
  db: Db,
  { organizationId, id }: WebhookRef,
): Promise<EncryptedSecretRow[]> {
  const { rows } = await sql<EncryptedSecretRow>`
    select s.id, s.secret_sealed as "encryptedSecret", s.expires_at as "expiresAt"
    from webhook_secrets s join webhooks w on w.id = s.webhook_id
    where w.organization_id = ${organizationId} and w.id = ${id}
      and (s.expires_at is null or s.expires_at > now())
    order by s.expires_at nulls first`.execute(db);
  return rows;
}

/**
 * Replaces the current secret, which continues to sign for `overlapHours`; the secret before that
 * one ends. The caller has locked the webhook, or has just created it.
 */
export async function replaceSecret(
  tx: Tx,
  input: {
    readonly webhookId: number;
    readonly id: string;
    readonly encryptedSecret: Buffer;
    readonly overlapHours: number;
  },
): Promise<void> {
  const { webhookId, id, encryptedSecret, overlapHours } = input;
  await sql`delete from webhook_secrets where webhook_id = ${webhookId} and expires_at is not null`.execute(
    tx,
  );
  await sql`
    update webhook_secrets set expires_at = now() + make_interval(hours => ${overlapHours})
    where webhook_id = ${webhookId}`.execute(tx);
  await tx
    .insertInto('webhook_secrets')
    .values({ id, webhook_id: webhookId, secret_sealed: encryptedSecret })
    .execute();
}

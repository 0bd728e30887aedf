import type { ApiKeyAccess } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/transaction.ts';

/** Secrets of an API key as stored: encrypted with the key id as context. */
export interface LinkSecretRow {
  readonly keyId: string;
  readonly apiKeyId: number;
  readonly organizationId: string;
  /** The only project of the key; null for any. */
  readonly projectId: number | null;
  readonly isActive: boolean;
  readonly access: ApiKeyAccess;
  readonly expiresAt: Date | null;
  readonly isTest: boolean;
  readonly encryptedSecret: Buffer;
  /** Null unless the secret before is still valid. */
  readonly encryptedPrevious: Buffer | null;
  readonly previousValidUntil: Date | null;
}

const select = sql`
  select l.key_id as "keyId", k.id as "apiKeyId", k.organization_id as "organizationId",
    k.project_id as "projectId", k.is_active as "isActive", k.access, k.expires_at as "expiresAt",
    k.is_test as "isTest", l.secret_sealed as "encryptedSecret",
    case when l.previous_valid_until > now() then l.previous_sealed end as "encryptedPrevious",
    case when l.previous_valid_until > now() then l.previous_valid_until end as "previousValidUntil"
  from link_secrets l join api_keys k on k.id = l.api_key_id`;

/**
 * Returns the secrets with this key id. The only query without an organisation, because the key id
 * determines it.
 */
export async function findLinkSecretByKeyId(
  db: Db,
  keyId: string,
): Promise<LinkSecretRow | undefined> {
  const { rows } = await sql<LinkSecretRow>`${select} where l.key_id = ${keyId}`.execute(db);
  return rows[0];
}

interface KeyRef {
  readonly organizationId: string;
  readonly apiKeyId: number;
}

/** Returns the secrets of an API key; undefined if it has none or does not exist. */
export async function findLinkSecret(
  db: Db,
  { organizationId, apiKeyId }: KeyRef,
): Promise<LinkSecretRow | undefined> {
  const { rows } = await sql<LinkSecretRow>`
    ${select} where k.organization_id = ${organizationId} and k.id = ${apiKeyId}`.execute(db);
  return rows[0];
}

type NewSecret = KeyRef & { readonly keyId: string; readonly encryptedSecret: Buffer };

/** Inserts the first secret of an existing API key, unless it has one. */
export async function insertLinkSecret(db: Db, input: NewSecret): Promise<void> {
  await sql`
    insert into link_secrets (key_id, api_key_id, organization_id, secret_sealed)
    select ${input.keyId}, id, organization_id, ${input.encryptedSecret}::bytea from api_keys
    where organization_id = ${input.organizationId} and id = ${input.apiKeyId}
    on conflict (api_key_id) do nothing`.execute(db);
}

/** Replaces a secret; the old one stays valid for `overlapHours`. */
export async function replaceLinkSecret(
  db: Db,
  input: NewSecret & { readonly overlapHours: number },
): Promise<void> {
  await sql`
    update link_secrets
    set previous_sealed = secret_sealed,
      previous_valid_until = now() + make_interval(hours => ${input.overlapHours}),
      secret_sealed = ${input.encryptedSecret}
    where key_id = ${input.keyId} and organization_id = ${input.organizationId}
      and api_key_id = ${input.apiKeyId}`.execute(db);
}

import type { ApiKeyAccess } from '@shotwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../db/transaction.ts';

/** Restrictions of the use of a key. */
export interface KeyRestrictions {
  /** IP addresses and CIDR ranges; empty: any. */
  readonly allowedIps: readonly string[];
  readonly access: ApiKeyAccess;
  /** Time from which the key is rejected; null: never. */
  readonly expiresAt: Date | null;
}

/** A key with its usage in the current cycle; the key's text is still encrypted. */
export interface ApiKeyRow extends KeyRestrictions {
  readonly id: number;
  readonly encryptionId: string;
  readonly name: string;
  /** True for a key of test mode. */
  readonly isTest: boolean;
  readonly encryptedKey: Buffer;
  readonly projectId: number | null;
  readonly monthlyLimit: number | null;
  readonly monthlyUsage: number;
  readonly isActive: boolean;
  readonly lastUsedAt: Date | null;
  readonly lastUsedNetwork: string | null;
  readonly lastUsedAgent: string | null;
  readonly usageResetsAt: Date;
  readonly previousKeyValidUntil: Date | null;
  readonly createdAt: Date;
}

const restrictions = sql`
  k.allowed_ips as "allowedIps", k.access, k.expires_at as "expiresAt"`;

/** Keys of an organisation, newest first; `onlyId` narrows to one. */
export async function listApiKeys(
  db: Db,
  input: { organizationId: string; onlyId?: number },
): Promise<ApiKeyRow[]> {
  const { rows } = await sql<ApiKeyRow>`
    select k.id, k.seal_id as "encryptionId", k.name, k.is_test as "isTest", k.key_sealed as "encryptedKey", k.project_id as "projectId",
      k.monthly_limit as "monthlyLimit", coalesce(u.used, 0) as "monthlyUsage", k.is_active as "isActive",
      ${restrictions},
      case when k.previous_key_valid_until > now() then k.previous_key_valid_until end as "previousKeyValidUntil",
      k.last_used_at as "lastUsedAt", k.last_used_network as "lastUsedNetwork", k.last_used_agent as "lastUsedAgent",
      o.cycle_ends_at as "usageResetsAt", k.created_at as "createdAt"
    from api_keys k
    join organizations o on o.id = k.organization_id
    left join api_key_usage u on u.api_key_id = k.id and u.cycle_started_at = o.cycle_started_at
    where k.organization_id = ${input.organizationId}
      and (${input.onlyId ?? null}::int is null or k.id = ${input.onlyId ?? null}::int)
    order by k.id desc`.execute(db);
  return rows;
}

/** Fields of a new key's row. */
export interface NewApiKey extends Partial<KeyRestrictions>, Pick<ApiKeyChanges, 'noticeAt'> {
  readonly encryptionId: string;
  readonly organizationId: string;
  readonly name: string;
  readonly isTest?: boolean;
  readonly keyHash: string;
  readonly encryptedKey: Buffer;
  readonly projectId: number | null;
  readonly monthlyLimit: number | null;
}

/** Inserts a key; returns its id. */
export async function insertApiKey(db: Db, key: NewApiKey): Promise<number> {
  const row = await db
    .insertInto('api_keys')
    .values({
      seal_id: key.encryptionId,
      organization_id: key.organizationId,
      name: key.name,
      is_test: key.isTest ?? false,
      key_hash: key.keyHash,
      key_sealed: key.encryptedKey,
      project_id: key.projectId,
      monthly_limit: key.monthlyLimit,
      ...restrictionColumns(key),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Deletes a key. Returns false if it does not exist. */
export async function removeApiKey(
  db: Db,
  input: { organizationId: string; id: number },
): Promise<boolean> {
  const result = await db
    .deleteFrom('api_keys')
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** A presented key with the fields needed to authenticate its caller. */
export interface PresentedKey extends KeyRestrictions {
  readonly id: number;
  readonly organizationId: string;
  readonly projectId: number | null;
  readonly isActive: boolean;
  readonly isTest: boolean;
  readonly lastUsedAt: Date | null;
}

/**
 * Returns the key with this hash. The only query without an organisation, because the hash
 * determines the organisation.
 */
export async function findApiKeyByHash(db: Db, keyHash: string): Promise<PresentedKey | undefined> {
  const { rows } = await sql<PresentedKey>`
    select k.id, k.organization_id as "organizationId", k.project_id as "projectId", k.is_active as "isActive",
      k.is_test as "isTest", k.last_used_at as "lastUsedAt", ${restrictions}
    from api_keys k
    where k.key_hash = ${keyHash} or (k.previous_key_hash = ${keyHash} and k.previous_key_valid_until > now())`.execute(
    db,
  );
  return rows[0];
}

/** Records the use of a key and the network and agent it came from. */
export async function touchApiKey(
  db: Db,
  input: { organizationId: string; id: number; network: string; agent: string | null },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({
      last_used_at: sql<Date>`now()`,
      last_used_network: input.network,
      last_used_agent: input.agent,
    })
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.id)
    .execute();
}

/** Changeable fields of a key; absent fields stay unchanged. */
export interface ApiKeyChanges {
  readonly name?: string | undefined;
  readonly monthlyLimit?: number | null | undefined;
  readonly isActive?: boolean | undefined;
  readonly allowedIps?: readonly string[] | undefined;
  readonly access?: ApiKeyAccess | undefined;
  readonly expiresAt?: Date | null | undefined;
  /** Time of the email about a new date of expiry; null: none. */
  readonly noticeAt?: Date | null | undefined;
}

function restrictionColumns({ allowedIps, access, expiresAt, noticeAt }: ApiKeyChanges) {
  return {
    ...(allowedIps !== undefined && { allowed_ips: [...allowedIps] }),
    ...(access !== undefined && { access }),
    ...(expiresAt !== undefined && { expires_at: expiresAt, expiry_notice_at: noticeAt ?? null }),
  };
}

/** Changes the given fields. Returns false if the key does not exist. */
export async function updateApiKey(
  db: Db,
  input: ApiKeyChanges & { organizationId: string; id: number },
): Promise<boolean> {
  const result = await db
    .updateTable('api_keys')
    .set({
      ...(input.name === undefined ? {} : { name: input.name }),
      ...(input.monthlyLimit === undefined ? {} : { monthly_limit: input.monthlyLimit }),
      ...(input.isActive === undefined ? {} : { is_active: input.isActive }),
      ...restrictionColumns(input),
    })
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Replaces a key; the old one stays valid for `overlapHours`. Returns false if the key does not
 * exist.
 */
export async function replaceKey(
  db: Db,
  input: {
    organizationId: string;
    id: number;
    keyHash: string;
    encryptedKey: Buffer;
    encryptionId: string;
    overlapHours: number;
  },
): Promise<boolean> {
  const result = await sql`
    update api_keys
    set previous_key_hash = case when ${input.overlapHours} > 0 then key_hash end,
        previous_key_valid_until = now() + make_interval(hours => ${input.overlapHours}),
        key_hash = ${input.keyHash}, key_sealed = ${input.encryptedKey}, seal_id = ${input.encryptionId}
    where organization_id = ${input.organizationId} and id = ${input.id}`.execute(db);
  return result.numAffectedRows === 1n;
}

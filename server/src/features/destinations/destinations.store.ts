import { sql } from 'kysely';
import type { Db, Tx } from '../../db/transaction.ts';

/** A destination without its secret. */
export interface DestinationRow {
  readonly id: number;
  readonly name: string;
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly prefix: string;
  readonly pathTemplate: string;
  readonly storageClass: string | null;
  readonly acl: string | null;
  readonly publicBaseUrl: string | null;
  readonly keepLocal: boolean;
  readonly createdAt: Date;
}

/** Encrypted secret access key of a destination, and the context of its encryption. */
export interface SecretRow {
  readonly secretId: string;
  readonly encryptedSecret: Buffer;
}

/** Identifies a destination of an organisation. */
export interface DestinationRef {
  readonly organizationId: string;
  readonly id: number;
}

/** User-defined values of a destination. */
export type DestinationValues = Omit<DestinationRow, 'id' | 'createdAt'>;

/** Destinations of an organisation with their secrets, newest first; `onlyId` narrows to one. */
export async function listDestinations(
  db: Db,
  { organizationId, onlyId }: { readonly organizationId: string; readonly onlyId?: number },
): Promise<(DestinationRow & SecretRow)[]> {
  const { rows } = await sql<DestinationRow & SecretRow>`
    select id, name, endpoint, region, bucket, access_key_id as "accessKeyId", prefix,
      path_template as "pathTemplate", storage_class as "storageClass", acl, public_base_url as "publicBaseUrl",
      keep_local as "keepLocal", created_at as "createdAt", secret_id as "secretId", secret_sealed as "encryptedSecret"
    from destinations
    where organization_id = ${organizationId} and (${onlyId ?? null}::int is null or id = ${onlyId ?? null}::int)
    order by id desc`.execute(db);
  return rows;
}

/** Inserts a destination; returns its id. */
export async function insertDestination(
  tx: Tx,
  input: DestinationValues & SecretRow & { readonly organizationId: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('destinations')
    .values({ ...columnsOf(input), organization_id: input.organizationId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Replaces the values and the secret of a destination. */
export async function updateDestination(
  tx: Tx,
  input: DestinationRef & DestinationValues & SecretRow,
): Promise<void> {
  await tx
    .updateTable('destinations')
    .set(columnsOf(input))
    .where('organization_id', '=', input.organizationId)
    .where('id', '=', input.id)
    .execute();
}

function columnsOf(input: DestinationValues & SecretRow) {
  return {
    name: input.name,
    endpoint: input.endpoint,
    region: input.region,
    bucket: input.bucket,
    access_key_id: input.accessKeyId,
    prefix: input.prefix,
    path_template: input.pathTemplate,
    storage_class: input.storageClass,
    acl: input.acl,
    public_base_url: input.publicBaseUrl,
    keep_local: input.keepLocal,
    secret_id: input.secretId,
    secret_sealed: input.encryptedSecret,
  };
}

/** Deletes a destination. Its deliveries fail at their next attempt. Returns false without one. */
export async function removeDestination(
  db: Db,
  { organizationId, id }: DestinationRef,
): Promise<boolean> {
  const result = await db
    .deleteFrom('destinations')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

import { destinationLimits } from '@shotwright/contract';
import type { CustomerBuckets, BucketOutcome } from '../../adapters/storage/customer-bucket.ts';
import { inTransaction, type Database, type Db } from '../../db/transaction.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import { newId } from '../../lib/ids.ts';
import { AppError, invalidField, notFound } from '../../shared/app-error.ts';
import type { ReadSecureUrl } from '../../shared/public-url.ts';
import { countForInsert } from '../../shared/count-for-insert.ts';
import {
  insertDestination,
  listDestinations,
  removeDestination,
  updateDestination,
  type DestinationRef,
  type DestinationRow,
  type DestinationValues,
} from './destinations.store.ts';
import { requirePathTemplate } from './storage-path.rules.ts';

interface DestinationsDependencies {
  readonly db: Database;
  readonly keyRing: Pick<KeyRing, 'encrypt' | 'decrypt'>;
  readonly buckets: Pick<CustomerBuckets, 'probe'>;
  readonly readSecureUrl: ReadSecureUrl;
}

/** A destination with its secret access key. */
export interface OpenDestination extends DestinationRow {
  readonly secretAccessKey: string;
}

/** Values of a destination as a client may change them; undefined: unchanged. */
export type DestinationChanges = {
  readonly [K in keyof DestinationValues]?: DestinationValues[K] | undefined;
} & { readonly secretAccessKey?: string | undefined };

/**
 * Buckets of customers. One of another organisation is `destination_not_found` (404), as is one that
 * does not exist. Endpoints are rejected as webhooks' URLs are.
 */
export interface DestinationsService {
  list(organizationId: string): Promise<DestinationRow[]>;
  /** Throws `conflict` (409) if there are too many. */
  create(
    input: DestinationValues & {
      readonly organizationId: string;
      readonly secretAccessKey: string;
    },
  ): Promise<DestinationRow>;
  /**
   * Throws `validation_failed` (400) for another endpoint without its secret, which would otherwise
   * be used at a host that its owner did not choose.
   */
  change(input: DestinationRef & DestinationChanges): Promise<DestinationRow>;
  remove(input: DestinationRef): Promise<void>;
  /** Writes a small object and deletes it. */
  test(input: DestinationRef): Promise<BucketOutcome>;
  /** Returns undefined if it does not exist. */
  open(input: DestinationRef): Promise<OpenDestination | undefined>;
}

const purpose = 'destination-secret';

/** Creates a {@link DestinationsService} that stores secrets encrypted with the key ring. */
export function createDestinationsService(deps: DestinationsDependencies): DestinationsService {
  const { db, keyRing } = deps;
  const encrypted = (text: string) => {
    const secretId = newId();
    return { secretId, encryptedSecret: keyRing.encrypt(purpose, { text, context: secretId }) };
  };
  const open: DestinationsService['open'] = async ({ organizationId, id }) => {
    const [row] = await listDestinations(db, { organizationId, onlyId: id });
    if (!row) return undefined;
    const { secretId: context, encryptedSecret: sealed, ...shown } = row;
    return { ...shown, secretAccessKey: keyRing.decrypt(purpose, { sealed, context }) };
  };
  return {
    open,
    list: (organizationId) => listDestinations(db, { organizationId }),
    create: async ({ organizationId, secretAccessKey, ...given }) => {
      const values = readValues(deps, given);
      return inTransaction(db, async (tx) => {
        const limit = destinationLimits.perOrganization;
        if ((await countForInsert(tx, 'destinations', organizationId)) >= limit)
          throw tooMany(limit);
        const row = { organizationId, ...values, ...encrypted(secretAccessKey) };
        return getDestination(tx, { organizationId, id: await insertDestination(tx, row) });
      });
    },
    change: ({ organizationId, id, secretAccessKey, ...changes }) =>
      inTransaction(db, async (tx) => {
        const row = await getDestination(tx, { organizationId, id });
        const values = readValues(deps, { ...row, ...withoutUndefined(changes) });
        if (values.endpoint !== row.endpoint && secretAccessKey === undefined) {
          throw missingSecret();
        }
        const secret = secretAccessKey === undefined ? row : encrypted(secretAccessKey);
        const { secretId, encryptedSecret } = secret;
        await updateDestination(tx, { organizationId, id, ...values, secretId, encryptedSecret });
        return getDestination(tx, { organizationId, id });
      }),
    remove: async (ref) => {
      if (!(await removeDestination(db, ref))) throw destinationNotFound();
    },
    test: async (ref) => {
      const found = await open(ref);
      if (!found) throw destinationNotFound();
      const key = [found.prefix, `shotwright-test-${newId()}.txt`].filter(Boolean).join('/');
      return deps.buckets.probe(bucketOf(found), key.replaceAll(/\/{2,}/g, '/'));
    },
  };
}

async function getDestination(db: Db, { organizationId, id }: DestinationRef) {
  const [row] = await listDestinations(db, { organizationId, onlyId: id });
  if (!row) throw destinationNotFound();
  return row;
}

/** Returns the connection settings of a destination. */
export function bucketOf({ endpoint, ...rest }: OpenDestination) {
  const { region, bucket, accessKeyId, secretAccessKey } = rest;
  return { endpoint: endpoint ?? undefined, region, bucket, accessKeyId, secretAccessKey };
}

/** Error for a destination that does not exist or belongs to another organisation. */
export function destinationNotFound(): AppError {
  return notFound('destination_not_found', 'This destination does not exist.');
}

function readValues(
  { readSecureUrl }: DestinationsDependencies,
  values: DestinationValues,
): DestinationValues {
  requirePathTemplate('path_template', values.pathTemplate);
  const { endpoint, publicBaseUrl } = values;
  const read = (path: string, text: string | null, example: string) =>
    text === null ? null : readSecureUrl(text, { path, example }).href.replace(/\/$/, '');
  return {
    ...values,
    endpoint: read('endpoint', endpoint, 'https://s3.example.com'),
    publicBaseUrl: read('public_base_url', publicBaseUrl, 'https://cdn.example.com'),
  };
}

type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(changes: T): Given<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same fields
  return Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Given<T>;
}

function missingSecret(): AppError {
  return invalidField('secret_access_key', 'is required with another endpoint');
}

function tooMany(limit: number): AppError {
  return new AppError({
    code: 'conflict',
    message: `An account can have at most ${limit} destinations. Delete one first.`,
  });
}

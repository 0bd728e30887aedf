import type { Readable } from 'node:stream';
import { Client, type PoolConfig, type QueryResultRow } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { takeBackupLock } from './backup-lock.ts';
import { sessionSettings } from './copy-settings.ts';

/** A table with its columns, except generated ones. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Counter of an identity column. */
export interface SequenceState {
  readonly table: string;
  readonly column: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}

/** A consistent view of the database during concurrent writes. */
export interface Snapshot {
  /** Migrations of the schema, in order; empty if there is no schema. */
  readonly migrations: readonly string[];
  readonly tables: readonly TableShape[];
  /** Reads the rows of a table in PostgreSQL's text format for COPY. One table at a time. */
  copyTable(table: TableShape): Readable & { readonly rowCount: number };
  /** Reads the rows of a query in batches. */
  rows<Row extends QueryResultRow>(query: string): AsyncGenerator<Row, void>;
  sequences(): Promise<readonly SequenceState[]>;
  /**
   * Releases the snapshot, so that it does not block vacuum. Objects stay in the store until
   * `close`.
   */
  end(): Promise<void>;
  close(): Promise<void>;
}

const batchSize = 500;

/**
 * Opens a snapshot on a dedicated connection. No object is removed from the store until `close`.
 */
export async function openSnapshot(connection: PoolConfig): Promise<Snapshot> {
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: 10_000,
    application_name: 'shotwright-backup',
  });
  // The failing statement reports the error.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sessionSettings);
    // Taken before the snapshot, so that objects deleted after the snapshot can still be copied.
    await client.query(takeBackupLock);
    await client.query('begin isolation level repeatable read read only');
    const migrations = await readMigrations(client);
    const tables = await listTables(client);
    return {
      migrations,
      tables,
      copyTable: ({ name, columns }) =>
        client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`)),
      rows: (query) => readBatches(client, query),
      sequences: () => readSequences(client),
      end: async () => {
        await client.query('commit');
      },
      close: () => client.end(),
    };
  } catch (err) {
    await client.end().catch(() => undefined);
    throw err;
  }
}

/** Quotes the name of a table or a column. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/**
 * Lists the tables of our schema, without those of the migration tool, which migrations create
 * themselves.
 */
export async function listTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_migration%'
    group by c.relname order by c.relname`);
  return rows;
}

async function readMigrations(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `select to_regclass('kysely_migration')::text as found`,
  );
  if (!tables[0]?.found) return [];
  const { rows } = await client.query<{ name: string }>(
    'select name from kysely_migration order by name',
  );
  return rows.map((row) => row.name);
}

async function readSequences(client: Client): Promise<SequenceState[]> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select t.relname as "table", a.attname as "column", s.oid::regclass::text as sequence
    from pg_class s
    join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('i', 'a')
    join pg_class t on t.oid = d.refobjid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and t.relnamespace = current_schema()::regnamespace
    order by 1, 2`);
  const states: SequenceState[] = [];
  for (const { table, column, sequence } of rows) {
    const { rows: found } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${sequence}`,
    );
    if (found[0]) states.push({ table, column, ...found[0] });
  }
  return states;
}

async function* readBatches<Row extends QueryResultRow>(
  client: Client,
  query: string,
): AsyncGenerator<Row, void> {
  await client.query(`declare backup_rows no scroll cursor for ${query}`);
  try {
    for (;;) {
      const { rows } = await client.query<Row>(`fetch ${batchSize} from backup_rows`);
      yield* rows;
      if (rows.length < batchSize) return;
    }
  } finally {
    // Runs also if the reader stopped early. After a failure, the transaction and its cursor no
    // longer exist.
    await client.query('close backup_rows').catch(() => undefined);
  }
}

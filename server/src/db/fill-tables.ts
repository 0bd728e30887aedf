import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client, type PoolConfig } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { restoreMarker, sessionSettings } from './copy-settings.ts';
import { listTables, quoted, type SequenceState, type TableShape } from './snapshot.ts';

/** The rows of a table to restore. */
export interface TableRows extends TableShape {
  readonly rowCount: number;
  /** PostgreSQL's text format for COPY. */
  open(): Readable;
}

/**
 * State of a database before a restore: `interrupted` after an incomplete restore, `used` if it
 * contains anything else.
 */
export type DatabaseState = 'empty' | 'used' | 'interrupted';

/** Checks if a database is empty, as a restore requires. */
export function readDatabaseState(connection: PoolConfig): Promise<DatabaseState> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ marker: string | null; isUsed: boolean }>(`
      select to_regclass('${restoreMarker}')::text as marker,
        exists (select from pg_class
          where relnamespace in (current_schema()::regnamespace, to_regnamespace('pgboss')) and relkind in ('r', 'p', 'v'))
        as "isUsed"`);
    if (rows[0]?.marker) return 'interrupted';
    return rows[0]?.isUsed === true ? 'used' : 'empty';
  });
}

/** Marks the database as partially restored; no server starts on it until the mark is removed. */
export function markRestore(connection: PoolConfig): Promise<void> {
  return withClient(connection, async (client) => {
    await client.query(
      `create table ${restoreMarker} (started_at timestamptz not null default now())`,
    );
  });
}

/** Removes the mark of {@link markRestore}. */
export function unmarkRestore(connection: PoolConfig): Promise<void> {
  return withClient(connection, async (client) => {
    await client.query(`drop table ${restoreMarker}`);
  });
}

/**
 * Fills the tables of an empty schema in one transaction. Triggers do not run, and identity columns
 * continue from their stored values. Returns the names of tables that this schema does not have.
 * Throws if a table receives a different number of rows than it had.
 */
export function fillTables(
  connection: PoolConfig,
  input: { readonly tables: readonly TableRows[]; readonly sequences: readonly SequenceState[] },
): Promise<readonly string[]> {
  return withClient(connection, async (client) => {
    const names = (await listTables(client))
      .map(({ name }) => name)
      .filter((name) => name !== restoreMarker);
    const known = input.tables.filter(({ name }) => names.includes(name));
    const all = names.map(quoted);
    await client.query('begin');
    await client.query(`truncate ${all.join(', ')}`);
    for (const table of all) await client.query(`alter table ${table} disable trigger user`);
    for (const table of await parentsFirst(client, known)) await fillTable(client, table);
    for (const { table, column, lastValue, isCalled } of input.sequences) {
      if (!names.includes(table)) continue;
      await client.query('select setval(pg_get_serial_sequence($1, $2), $3, $4)', [
        quoted(table),
        column,
        lastValue,
        isCalled,
      ]);
    }
    for (const table of all) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
    return input.tables.map(({ name }) => name).filter((name) => !names.includes(name));
  });
}

async function fillTable(client: Client, table: TableRows): Promise<void> {
  const { name, columns, rowCount } = table;
  const copy = client.query(
    copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`),
  );
  await pipeline(table.open(), copy);
  if (copy.rowCount !== rowCount) {
    throw new Error(`the table ${name} got ${copy.rowCount} of ${rowCount} rows`);
  }
}

/** Orders the tables so that a row is inserted after the rows it references. */
async function parentsFirst(
  client: Client,
  tables: readonly TableRows[],
): Promise<readonly TableRows[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(`
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent
    from pg_constraint c where c.contype = 'f' and c.conrelid <> c.confrelid`);
  const ordered = new Set<TableRows>();
  const visit = (table: TableRows, path: readonly string[]): void => {
    if (ordered.has(table) || path.includes(table.name)) return;
    for (const parent of tables) {
      const isParent = rows.some((row) => row.child === table.name && row.parent === parent.name);
      if (isParent) visit(parent, [...path, table.name]);
    }
    ordered.add(table);
  };
  for (const table of tables) visit(table, []);
  return [...ordered];
}

async function withClient<T>(
  connection: PoolConfig,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: 10_000,
    application_name: 'shotwright-restore',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(sessionSettings);
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

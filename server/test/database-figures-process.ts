import { sql } from 'kysely';
import { openInfrastructure } from '../src/composition/open-infrastructure.ts';
import { readConfig } from '../src/config/config.ts';
import { silentLogger } from '../src/lib/logger.ts';

/** Prints what the database of this environment has written and committed so far. */
await using stack = new AsyncDisposableStack();
const config = readConfig(process.env);
const data = await openInfrastructure({ config, logger: silentLogger, isCommand: true, stack });
const { rows } = await sql`
  select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as "walBytes",
    (select sum(xact_commit)::float8 from pg_stat_database) as transactions,
    (select sum(tup_inserted + tup_updated + tup_deleted)::float8 from pg_stat_database) as "rowsWritten"`.execute(
  data.db,
);
process.stdout.write(`${JSON.stringify(rows[0])}\n`);

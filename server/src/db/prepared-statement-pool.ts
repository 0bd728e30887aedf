import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Query, type Pool, type PoolClient, type QueryResult } from 'pg';
import { ignoreErrors } from '../lib/run-in-background.ts';
import { asDatabaseOutage } from './database-outage.ts';
import type { Liveness } from './liveness.ts';
import { createStatementNames } from './statement-names.ts';

/**
 * Creates a pool for kysely whose connections prepare repeated statements and send `begin` together
 * with the first statement of a transaction. Rejects with {@link DatabaseOutage} if the database is
 * unavailable.
 */
export function preparedStatementPool(
  pool: Pool,
  { acquire }: Pick<Liveness, 'acquire'>,
): PostgresPool {
  const nameFor = createStatementNames('db');
  const prepared = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await acquire().catch((err: unknown) => {
        throw asDatabaseOutage(err);
      });
      const known = prepared.get(client);
      if (known) return known;
      const made = preparingClient(client, nameFor);
      prepared.set(client, made);
      return made;
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

type StatementResult = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>;

function preparingClient(
  client: PoolClient,
  nameFor: (text: string) => string | undefined,
): PostgresPoolClient {
  /** Names of the statements that this connection has prepared. */
  const preparedNames = new Set<string>();
  let opening: string | undefined;
  /** A `begin` that was sent by itself; statements that follow it are sent after it, in order. */
  let begun: Promise<unknown> | undefined;

  const query = async (text: string, parameters: readonly unknown[]): Promise<StatementResult> => {
    if (isOpening(text)) {
      opening = text;
      return resultOf('BEGIN');
    }
    const begin = opening;
    opening = undefined;
    // No statement was sent in between, so no transaction was started.
    if (begin !== undefined && text === 'commit') return resultOf('COMMIT');
    if (begin !== undefined && text === 'rollback') return resultOf('ROLLBACK');
    // Without parameters it may be `commit` or several statements: preparing the former saves
    // nothing, the latter cannot be prepared.
    const name = parameters.length > 0 ? nameFor(text) : undefined;
    const isKnown = name === undefined || preparedNames.has(name);
    const canOpen = parameters.length > 0 && isKnown;
    if (begin !== undefined && !canOpen) {
      begun = send(client, { text: begin, parameters: [], name: undefined, begin: undefined });
      ignoreErrors(begun);
    }
    if (begun !== undefined) await begun.finally(() => (begun = undefined));
    writeAtOnce(client);
    const result = await send(client, {
      text,
      parameters,
      name,
      begin: canOpen ? begin : undefined,
    });
    if (name !== undefined) preparedNames.add(name);
    return result;
  };

  return {
    // The overload for cursors is never called: no cursor class is configured.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => {
      opening = undefined;
      client.release(destroy);
    },
  };
}

/** Matches `begin` and kysely's form with an isolation level or access mode. */
const isOpening = (text: string): boolean =>
  text === 'begin' || text.startsWith('start transaction');

/** Sends everything written in this event loop turn in one write. */
function writeAtOnce({ connection: { stream } }: PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}

const resultOf = (command: string): StatementResult => ({ command, rowCount: null, rows: [] });

interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
  readonly name: string | undefined;
  readonly begin: string | undefined;
}

/**
 * Sends a statement with an optional `begin` before it, up to one synchronisation point: if `begin`
 * fails, the server skips the statement, which therefore never runs outside the transaction. The
 * driver attributes the responses of `begin` to the statement. A named statement must therefore be
 * prepared already; otherwise the driver would consider it prepared too early.
 */
function send(
  client: PoolClient,
  { text, parameters, name, begin }: Statement,
): Promise<StatementResult> {
  return new Promise((resolve, reject) => {
    // A text, because the driver copies a configuration object at some cost.
    const query = new Query(text, [...parameters], (err, result) => {
      if (err) return reject(asDatabaseOutage(err));
      // With a `begin`, there is one result per command.
      resolve(begin === undefined ? result : ([result].flat().at(-1) ?? result));
    });
    if (name !== undefined) Object.assign(query, { name });
    if (begin !== undefined) {
      const submit = query.submit.bind(query);
      query.submit = (connection) => {
        connection.parse({ name: '', text: begin, types: [] }, true);
        connection.bind({}, true);
        connection.execute({}, true);
        return submit(connection);
      };
    }
    client.query(query);
  });
}

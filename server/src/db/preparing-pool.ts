import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { createStatementNames } from './statement-names.ts';

/** A pool as kysely wants it, whose connections prepare the statements that are sent again and again. */
export function preparingPool(pool: Pool): PostgresPool {
  const nameFor = createStatementNames('db');
  const prepared = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
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

function preparingClient(
  client: PoolClient,
  nameFor: (text: string) => string | undefined,
): PostgresPoolClient {
  const query = (text: string, parameters: readonly unknown[]) => {
    // Without parameters it may be `begin` or several statements, which gain nothing or cannot be prepared.
    const name = parameters.length > 0 ? nameFor(text) : undefined;
    return client.query({ text, values: [...parameters], ...(name !== undefined && { name }) });
  };
  return {
    // The overload for cursors is never called: no cursor class is configured.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}

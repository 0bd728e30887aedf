import type { PoolConfig } from 'pg';

/** Returns the connection to another database of the same server. */
export function connectionTo(server: PoolConfig, database: string): PoolConfig {
  if (!server.connectionString) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { ...server, connectionString: url.href };
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, type PoolConfig } from 'pg';

/** The program that {@link startElsewhere} runs. */
export const postgresScript = fileURLToPath(new URL('./postgres-process.ts', import.meta.url));

/** Returns the first value of the first row of a query, over a separate connection. */
export async function queryValue(connection: PoolConfig, text: string): Promise<unknown> {
  const client = new Client(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query(text);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

/** Returns the cluster directory of a DATA_DIR, which PostgreSQL's user can access. */
export function dataPathOf(dataDir: string): string {
  return join(dataDir, 'postgres', 'data');
}

/** Returns the connection settings of the embedded PostgreSQL of a DATA_DIR. */
export function connectionIn(dataDir: string): PoolConfig {
  const host = join(dataDir, 'postgres', 'socket');
  return { host, user: 'shotwright', database: 'shotwright' };
}

/** Returns the process id of the running postmaster of a DATA_DIR. */
export function postmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataPathOf(dataDir), 'postmaster.pid'), 'utf8'), 10);
}

/**
 * Runs {@link postgresScript} as `nobody` or as the current user, in a separate process group;
 * returns the first line of its output.
 */
export async function startElsewhere(
  dataDir: string,
  { asNobody = false, parentDeathWatch = 'kernel' } = {},
): Promise<{ readonly child: ChildProcess; readonly output: string }> {
  const [command, ...args] = [
    ...(asNobody ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []),
    process.execPath,
    postgresScript,
    dataDir,
    parentDeathWatch,
  ];
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const [output] = await once(child.stdout, 'data');
  return { child, output: String(output).trim() };
}

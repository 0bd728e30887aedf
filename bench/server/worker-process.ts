import { once } from 'node:events';

import type { ServerProcess } from './server-process.ts';
import { freePort, spawnServer, waitUntilReady } from './server-process.ts';

/** A process of one role beside a server. */
export interface RoleProcess {
  readonly origin: string;
  readonly pid: number;
  /** Kills it as a power failure would; may be called twice. */
  kill(): Promise<void>;
}

/** A process with the role `worker` beside a server. */
export interface WorkerProcess extends RoleProcess {
  /** Returns the number of captures it is working on. */
  runningCaptures(): Promise<number>;
}

/**
 * Starts a process of a role on the database and the files of a running server. Resolves when it is
 * ready.
 */
export async function startRole(
  server: ServerProcess,
  role: 'api' | 'worker',
): Promise<RoleProcess> {
  const port = await freePort();
  const env = {
    ...server.env,
    ROLES: role,
    PORT: String(port),
    DATABASE_URL: server.databaseUrl,
  };
  const child = spawnServer(env, server.program);
  const killWithBench = () => child.kill('SIGKILL');
  process.once('exit', killWithBench);
  child.once('exit', () => process.off('exit', killWithBench));
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilReady(origin, child);
  return {
    origin,
    pid: child.pid ?? -1,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Starts a worker on the database and the files of a running server. Resolves when it is ready. */
export async function startWorker(server: ServerProcess): Promise<WorkerProcess> {
  const worker = await startRole(server, 'worker');
  return {
    ...worker,
    runningCaptures: async () => {
      const text = await (await fetch(`${worker.origin}/metrics`)).text();
      return Number(/^shotwright_engine_captures_running (\d+)$/m.exec(text)?.[1] ?? 0);
    },
  };
}

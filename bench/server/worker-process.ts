import { once } from 'node:events';

import type { ServerProcess } from './server-process.ts';
import { freePort, spawnServer, waitUntilReady } from './server-process.ts';

/** A process with the role `worker` beside a server. */
export interface WorkerProcess {
  /** Returns the number of captures it is working on. */
  runningCaptures(): Promise<number>;
  /** Kills it as a power failure would; may be called twice. */
  kill(): Promise<void>;
}

/** Starts a worker on the database and the files of a running server. Resolves when it is ready. */
export async function startWorker(server: ServerProcess): Promise<WorkerProcess> {
  const port = await freePort();
  const env = {
    ...server.env,
    ROLES: 'worker',
    PORT: String(port),
    DATABASE_URL: server.databaseUrl,
  };
  const child = spawnServer(env);
  const killWithBench = () => child.kill('SIGKILL');
  process.once('exit', killWithBench);
  child.once('exit', () => process.off('exit', killWithBench));
  const origin = `http://127.0.0.1:${port}`;
  await waitUntilReady(origin, child);
  return {
    runningCaptures: async () => {
      const text = await (await fetch(`${origin}/metrics`)).text();
      return Number(/^shotwright_engine_captures_running (\d+)$/m.exec(text)?.[1] ?? 0);
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const program = join(import.meta.dirname, '..', '..', 'server', 'test', 'postgres-process.ts');

/** PostgreSQL in a process of its own, for servers with a single role. */
export interface DatabaseProcess {
  readonly url: string;
  readonly pid: number;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

/** Returns the URL of the embedded database of a data directory. */
export function databaseUrlOf(dataDir: string): string {
  const socket = encodeURIComponent(join(dataDir, 'postgres', 'socket'));
  return `postgresql://shotwright@/shotwright?host=${socket}`;
}

/** Creates a data directory that the database's own user can traverse. */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-data-'));
  chmodSync(dataDir, 0o711); // otherwise a server that runs as root stores the database elsewhere
  return dataDir;
}

/** Starts a {@link DatabaseProcess}. Rejects with its output if it does not start. */
export async function startDatabase(): Promise<DatabaseProcess> {
  const dataDir = makeDataDir();
  const child = spawn(process.execPath, [program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const killWithBench = () => child.kill('SIGKILL');
  process.once('exit', killWithBench);
  const exited = once(child, 'exit').finally(() => process.off('exit', killWithBench));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  const printed = once(createInterface(child.stdout), 'line');
  const [line] = await Promise.race([printed, exited.then(() => ['it ended'])]);
  if (line === 'ready') return { url: databaseUrlOf(dataDir), pid: child.pid ?? -1, stop };
  await stop();
  throw new Error(`PostgreSQL did not start: ${String(line)}`);
}

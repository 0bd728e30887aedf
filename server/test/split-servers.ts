import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const program = join(import.meta.dirname, '..', 'src', 'main.ts');
const readyDeadlineMs = 40_000;
const endDeadlineMs = 15_000;

/** Starts the roles named in `env.ROLES` as separate processes; returns the URL of the API. */
export async function startSplitServers(
  env: Readonly<Record<string, string>>,
): Promise<{ readonly publicUrl: string; close(): Promise<void> }> {
  const children: ChildProcess[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(children.map(end));
  };
  const apiPort = await freePort();
  const publicUrl = `http://127.0.0.1:${apiPort}`;
  try {
    const ready = (env['ROLES'] ?? 'api').split(',').map(async (role) => {
      const port = role === 'api' ? apiPort : await freePort();
      const child = spawn(process.execPath, [program], {
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: process.env['HOME'] ?? '',
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          LOG_LEVEL: 'error',
          ...env,
          ROLES: role,
          PORT: String(port),
          PUBLIC_URL: publicUrl,
        },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      children.push(child);
      await untilReady(child, `http://127.0.0.1:${port}/health/ready`);
    });
    await Promise.all(ready);
    return { publicUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + readyDeadlineMs;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`a server ended with ${child.exitCode}`);
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok === true) return;
    await sleep(50);
  }
  throw new Error(`${url} was not ready in time`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([exited, sleep(endDeadlineMs, undefined, { ref: false })]);
  child.kill('SIGKILL');
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = server.address();
  const port = typeof url === 'object' && url ? url.port : 0;
  server.close();
  await once(server, 'close');
  return port;
}

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { freePort } from './server-process.ts';

const root = join(import.meta.dirname, '..', '..');
const startTimeoutMs = 30_000;

/** An S3-compatible server in a separate process, which can be stopped and started again. */
export interface S3Process {
  /** Configuration with which our server uses it. */
  readonly settings: Readonly<Record<string, string>>;
  start(): Promise<void>;
  stop(): Promise<void>;
  remove(): void;
}

/** Prepares the server on a free port with a separate data directory. */
export async function prepareS3(): Promise<S3Process> {
  const directory = mkdtempSync(join(tmpdir(), 'bench-s3-'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const program = join(root, 'node_modules', 's3rver', 'bin', 's3rver.js');
  const args = ['--directory', directory, '--address', '127.0.0.1', '--port', String(port)];
  let child: ChildProcess | undefined;
  process.once('exit', () => child?.kill('SIGKILL'));
  return {
    settings: {
      STORAGE: 's3',
      S3_ENDPOINT: endpoint,
      // The only credentials that the server accepts.
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    start: async () => {
      const command = ['--no-deprecation', program, ...args, '--silent'];
      child = spawn(process.execPath, [...command, '--configure-bucket', 'shotwright'], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const deadline = performance.now() + startTimeoutMs;
      while ((await fetch(endpoint).catch(() => undefined)) === undefined) {
        if (performance.now() > deadline) throw new Error('the object store does not start');
        await sleep(25);
      }
    },
    stop: async () => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    remove: () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }),
  };
}

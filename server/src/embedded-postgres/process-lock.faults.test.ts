import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { lockDataDir } from './process-lock.ts';

const base = mkdtempSync(join(tmpdir(), 'shotwright-lock-'));
const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const newDir = (): string => mkdtempSync(join(base, 'data-'));
const script = fileURLToPath(new URL('../../test/lock-process.ts', import.meta.url));
const lockElsewhere = async (dataDir: string): Promise<[string, ChildProcess]> => {
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [lastOutput] = await once(child.stdout, 'data');
  return [String(lastOutput).trim(), child];
};

const lockAndRelease = async (dataDir: string, waitMs = 5_000): Promise<void> => {
  const lock = await lockDataDir(dataDir, { waitMs });
  lock.release();
};

test('a second server on one data directory is rejected with an error that names the first', async () => {
  const dataDir = newDir();
  const [lastOutput, child] = await lockElsewhere(dataDir);
  expect(lastOutput).toBe('locked');
  await expect(lockDataDir(dataDir, { waitMs: 100 })).rejects.toThrow(
    `Another server (process ${child.pid}) already uses`,
  );
});

test('a lock released during the start of the next server is acquired by it', async () => {
  const dataDir = newDir();
  const [, child] = await lockElsewhere(dataDir);
  const locking = lockAndRelease(dataDir);
  child.kill('SIGKILL');
  await expect(locking).resolves.toBeUndefined();
});

test('a killed server that is still a zombie holds no lock', async () => {
  const dataDir = newDir();
  // After `exec`, the parent is a program that never waits for its children.
  const command = '"$0" "$1" "$2" & exec sleep 60';
  const parent = spawn('sh', ['-c', command, process.execPath, script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(parent);
  await once(parent.stdout, 'data');
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'server.lock'), 'utf8'));
  process.kill(pid, 'SIGKILL');
  await lockAndRelease(dataDir);
  expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
});

test('the lock of a killed server is stale', async () => {
  const dataDir = newDir();
  const [, child] = await lockElsewhere(dataDir);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect(lockAndRelease(dataDir, 0)).resolves.toBeUndefined();
});

test('a lock is stale if another process has reused its PID', async () => {
  const dataDir = newDir();
  const holder = { pid: process.ppid, startedAt: '1' };
  writeFileSync(join(dataDir, 'server.lock'), JSON.stringify(holder));
  await expect(lockAndRelease(dataDir, 0)).resolves.toBeUndefined();
});

test('a released lock leaves nothing behind', async () => {
  const dataDir = newDir();
  await lockAndRelease(dataDir);
  expect(readdirSync(dataDir)).toEqual([]);
});

test('exactly one of many servers that find a stale lock acquires it', async () => {
  for (let round = 0; round < 3; round += 1) {
    const dataDir = newDir();
    const dead = { pid: 2 ** 22 - 1, startedAt: '1' };
    writeFileSync(join(dataDir, 'server.lock'), JSON.stringify(dead));
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => lockElsewhere(dataDir)));
    const winners = outcomes.filter(([lastOutput]) => lastOutput === 'locked');
    expect(winners).toHaveLength(1);
    const { pid } = JSON.parse(readFileSync(join(dataDir, 'server.lock'), 'utf8'));
    expect(pid).toBe(winners[0]?.[1].pid);
  }
});

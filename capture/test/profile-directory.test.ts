import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, statSync, utimesSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  createProfileDirectory,
  removeStaleProfileDirectories,
} from '../src/browser/profile-directory.ts';
import {
  formatProfileOwner,
  isOwnerRunning,
  ownProfileOwner,
  parseProfileOwner,
} from '../src/browser/profile-owner.ts';

const hourMs = 3_600_000;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'profiles-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

function createProfile(owner: string, ageHours: number): string {
  const path = join(folder, `shotwright-browser-${owner}-abcdef`);
  mkdirSync(path);
  const at = new Date(Date.now() - ageHours * hourMs);
  utimesSync(path, at, at);
  return path;
}

test('the state of an owner is known in this PID namespace and unknown in others', () => {
  const own = ownProfileOwner();
  expect(parseProfileOwner(`${formatProfileOwner(own)}-x`)).toEqual(own);
  expect(isOwnerRunning(own)).toBe(true);
  expect(isOwnerRunning({ ...own, startTicks: 1 })).toBe(false);
  expect(isOwnerRunning({ ...own, pid: 2 ** 30 })).toBe(false);
  expect(isOwnerRunning({ ...own, scope: '00000000' })).toBeUndefined();
});

test('directories of other namespaces, boots and unknown owners are removed after 24 hours without a heartbeat', async () => {
  const { pid } = process;
  const owners = [`00000000-${pid}-1`, `unknown-${pid}-1`, `${pid}-1`];
  const recent = owners.map((owner) => createProfile(owner, 23));
  await removeStaleProfileDirectories();
  expect(recent.filter(existsSync)).toEqual(recent);
  for (const path of recent) utimesSync(path, 1, Date.now() / 1_000 - 25 * 3_600);
  await removeStaleProfileDirectories();
  expect(recent.filter(existsSync)).toEqual([]);
});

test('the directory of this process is retained whatever its age, and its heartbeat renews it', async () => {
  const profile = createProfileDirectory(10);
  const { mtimeMs: first } = statSync(profile.path);
  utimesSync(profile.path, 1, 1);
  await removeStaleProfileDirectories();
  await expect.poll(() => statSync(profile.path).mtimeMs).toBeGreaterThanOrEqual(first - 1);
  await profile.remove();
  expect(existsSync(profile.path)).toBe(false);
});

const otherNamespace = ['--pid', '--fork', '--kill-child', '--mount-proc'];
const canUnshare = spawnSync('unshare', [...otherNamespace, 'true']).status === 0;
const moduleUrl = new URL('../src/browser/profile-directory.ts', import.meta.url).href;
const asModule = (script: string): string[] => [
  ...otherNamespace,
  process.execPath,
  '--input-type=module-typescript',
  '-e',
  `import { createProfileDirectory, removeStaleProfileDirectories } from '${moduleUrl}'; ${script}`,
];

test.runIf(canUnshare)(
  'servers in different PID namespaces do not remove the profiles of each other',
  async () => {
    const mine = createProfileDirectory();
    const script = 'console.log(createProfileDirectory().path); process.stdin.resume();';
    const server = spawn('unshare', asModule(script), { stdio: ['pipe', 'pipe', 'inherit'] });
    onTestFinished(() => void server.kill('SIGKILL'));
    const [output] = await once(server.stdout, 'data');
    const theirs = String(output).trim();
    expect(existsSync(theirs)).toBe(true);
    await removeStaleProfileDirectories();
    const swept = spawnSync('unshare', asModule('await removeStaleProfileDirectories();'));
    expect([swept.status, swept.stderr.toString()]).toEqual([0, '']);
    expect([mine.path, theirs].filter(existsSync)).toEqual([mine.path, theirs]);
    server.stdin.end();
    await once(server, 'exit');
    await mine.remove();
  },
);

/** Creates a directory of another server for every reserved user but the free ones. */
function occupyUsers(isFree: (uid: number) => boolean): void {
  for (let uid = 60_900; uid <= 61_183; uid += 1) {
    if (!isFree(uid)) chownSync(createProfile(`00000000-1-${uid}`, 0), uid, uid);
  }
}

test.runIf(process.getuid?.() === 0)(
  'no two browsers have the same user, even those of servers that share the folder',
  async () => {
    // Many are free, because browsers of other tests on this machine run as some of them.
    occupyUsers((uid) => uid % 3 === 0);
    const profiles = Array.from({ length: 5 }, () => createProfileDirectory());
    const users = profiles.map(({ user }) => user?.uid ?? 0);
    expect(users.filter((uid) => uid % 3 !== 0)).toEqual([]);
    expect(new Set(users).size).toBe(5);
    for (const profile of profiles) await profile.remove();
  },
);

test.runIf(process.getuid?.() === 0)(
  '[IS-4] no browser has the user of a process that still runs, such as that of a killed server',
  async () => {
    const unused = createProfileDirectory();
    const last = unused.user?.uid ?? 0;
    await unused.remove();
    occupyUsers((uid) => uid === last);
    const running = spawn('sleep', ['60'], { uid: last, gid: last });
    await once(running, 'spawn');
    const beside = createProfileDirectory();
    expect(beside.user?.uid).toBe(65_534);
    await beside.remove();
    running.kill('SIGKILL');
    await once(running, 'exit');
    // A browser of another test on this machine may have it for a while.
    await vi.waitFor(() => {
      const after = createProfileDirectory();
      onTestFinished(() => after.remove());
      expect(after.user?.uid).toBe(last);
    }, 10_000);
  },
);

import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sessionPids } from '../../src/browser/pool/process-memory.ts';
import { portOf } from '../egress-fixture.ts';
import {
  browserProcesses,
  commandLine,
  intrude,
  isRoot,
  secret,
  startOwner,
  statusOf,
  uidOf,
} from './owner-process.ts';

const roles = ['root', 'user'] as const;

test.runIf(isRoot).each(roles)(
  '[IS-5] started by %s, every browser process has a system call filter, no new privileges and own namespaces',
  async (who) => {
    const owner = await startOwner(who);
    expect(owner.isolation).toBe(who === 'root' ? 'namespaces' : 'user-namespace');
    const [one, other] = owner.pids.map((pid) => browserProcesses(pid));
    const kinds = new Set([undefined, 'zygote', 'gpu-process', 'utility', 'renderer']);
    expect(kindsOf(one ?? [])).toEqual(kinds);
    for (const pid of [...owner.pids, ...(one ?? [])]) {
      expect([statusOf(pid, 'Seccomp'), statusOf(pid, 'NoNewPrivs')]).toEqual(['2', '1']);
    }
    const limits = readFileSync(`/proc/${one?.[0]}/limits`, 'utf8');
    expect(limits).toMatch(/^Max core file size +0 +0/m);
    expect(limits).toMatch(/^Max processes +4096 +4096/m);
    const users = owner.pids.map((pid) => uidOf(browserProcesses(pid)[0] ?? 0));
    expect(new Set(users).size).toBe(who === 'root' ? 2 : 1);
    expect(users).not.toContain(0);
    expect(readFileSync(`/proc/${one?.[0]}/oom_score_adj`, 'utf8').trim()).toBe('500');
    const spaces = ['net', 'mnt', 'pid', 'ipc', 'uts'];
    const of = (pid: number | string) =>
      spaces.map((name) => readlinkSync(`/proc/${pid}/ns/${name}`));
    const foreign = new Set([...of('self'), ...of(other?.[0] ?? 'self')]);
    for (const pid of one ?? []) {
      expect(of(pid).filter((space) => foreign.has(space))).toEqual([]);
    }
  },
);

test.runIf(isRoot).each(roles)(
  '[IS-1] started by %s, a process inside a browser reaches no network but the egress proxy',
  async (who) => {
    const owner = await startOwner(who);
    const hits: string[] = [];
    const folder = await openFolder();
    const path = join(folder, 'database');
    const name = `shotwright-test-${process.pid}-${who}`;
    const servers = [
      createServer(() => hits.push('tcp')).listen(0, '0.0.0.0'),
      createServer(() => hits.push('tcp6')).listen(0, '::'),
      createServer(() => hits.push('unix')).listen(path),
      createServer(() => hits.push('abstract')).listen(`\0${name}`),
    ] as const;
    const udp = createSocket('udp4', () => hits.push('udp')).bind(0, '0.0.0.0');
    await Promise.all([...servers, udp].map((one) => once(one, 'listening')));
    onTestFinished(() => [...servers, udp].forEach((one) => one.close()));
    await chmod(path, 0o777);
    const relay = `tcp 127.0.0.1 ${owner.port}`;
    const datagram = `udp 127.0.0.1 ${udp.address().port}`;
    const succeeded = await intrude(owner, [
      relay,
      `tcp 127.0.0.1 ${portOf(servers[0])}`,
      `tcp6 ::1 ${portOf(servers[1])}`,
      `unix ${path}`,
      `abstract ${name}`,
      'tcp 127.0.0.1 22',
      datagram,
      'tcp 169.254.169.254 80',
      'udp 169.254.169.254 53',
      'tcp 8.8.8.8 53',
      'udp 8.8.8.8 53',
      'udp 224.0.0.251 5353',
    ]);
    // Sending a datagram to loopback succeeds even if no socket receives it.
    expect(succeeded.filter((one) => one !== datagram)).toEqual([relay]);
    expect(hits).toEqual([]);
  },
);

test.runIf(isRoot).each(roles)(
  '[IS-2] started by %s, a process inside a browser reads no data, environment or profile but its own',
  async (who) => {
    const owner = await startOwner(who);
    const folder = await openFolder();
    await writeFile(join(folder, 'secret-key'), 'secret', { mode: 0o666 });
    const [own, other] = owner.pids.map(profileOf);
    expect(existsSync(`${other}/Default`)).toBe(true);
    const allowed = [
      `environ HOME=${own}`,
      `write ${own}/note`,
      'read /etc/fonts/fonts.conf',
      'write /tmp/note',
    ];
    const attempts = [
      `environ ${secret}`,
      `environ HOME=${other}`,
      `read ${join(folder, 'secret-key')}`,
      `read /proc/${owner.process.pid}/environ`,
      `read /proc/${owner.pids[1]}/environ`,
      `list ${other}`,
      `write ${other}/note`,
      'read /etc/passwd',
      'read /etc/resolv.conf',
      'read /usr/bin/perl',
      'write /usr/lib/note',
      'write /note',
      'list /tmp',
      'list /home',
      'list /root',
      'list /sys',
    ];
    const succeeded = await intrude(owner, [...allowed, ...attempts]);
    const temporary = ['note', basename(own ?? ''), ...packagedBrowserOf(owner.pids[0])];
    expect(succeeded).toEqual([...allowed, `/tmp: ${temporary.sort().join(' ')}`]);
    const [root = '', list = ''] = await intrude(owner, ['list /', 'list /proc']);
    const folders = ['bin', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'proc', 'tmp', 'usr', 'var'];
    const found = root.split(' ').slice(1);
    expect(found.filter((name) => !folders.includes(name))).toEqual([]);
    const pids = list.split(' ').filter((name) => /^\d+$/.test(name));
    expect(pids.length).toBeLessThanOrEqual(browserProcesses(owner.pids[0]).length + 1);
  },
);

test.runIf(isRoot).each(roles)(
  '[IS-3] started by %s, a process inside a browser signals no process outside, even of its own user',
  async (who) => {
    const owner = await startOwner(who);
    const [first = 0] = browserProcesses(owner.pids[0]);
    const id = String(uidOf(first));
    const options = { stdio: 'ignore' } as const;
    const same = spawn('setpriv', [`--reuid=${id}`, '--clear-groups', 'sleep', '600'], options);
    onTestFinished(() => void same.kill('SIGKILL'));
    await once(same, 'spawn');
    const [otherSupervisor] = owner.pids.slice(1);
    const [otherBrowser] = browserProcesses(owner.pids[1]);
    const outside = [owner.process.pid, same.pid, otherSupervisor, otherBrowser];
    const inside = browserProcesses(owner.pids[0]).filter((pid) => pid !== first);
    expect(
      await intrude(
        owner,
        outside.map((pid) => `kill ${pid}`),
      ),
    ).toEqual([]);
    // Kills every process that it may signal; the kernel protects the first one of a PID namespace.
    // That one exits without the others, and the intruder with it, perhaps before it reports.
    await intrude(owner, ['kill-all']);
    await expect.poll(() => inside.filter(isRunning)).toEqual([]);
    expect(outside.filter((pid) => !isRunning(pid ?? 0))).toEqual([]);
  },
);

test.runIf(isRoot)('a killed server leaves no process of an isolated browser', async () => {
  const owner = await startOwner('user');
  const all = owner.pids.flatMap((pid) => sessionPids(pid));
  expect(all.length).toBeGreaterThan(6);
  // A stopped process notices no closed channel: only the kernel's signal ends it.
  for (const pid of all) process.kill(pid, 'SIGSTOP');
  owner.process.kill('SIGKILL');
  await expect
    .poll(() => readdirSync('/proc').filter((name) => all.includes(Number(name))))
    .toEqual([]);
});

/** Kinds of a browser's processes, such as `renderer`; the first process has none. */
function kindsOf(pids: readonly number[]): Set<string | undefined> {
  return new Set(pids.map((pid) => / --type=([a-z-]+)/.exec(commandLine(pid))?.[1]));
}

/** Creates a folder that every user can read and change. */
async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'data-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o777);
  return folder;
}

/** Profile directory of a browser. */
function profileOf(supervisor: number): string {
  return / rw=(\S+)/.exec(commandLine(supervisor))?.[1] ?? '';
}

/** Name of the folder of the packaged browser, which is unpacked to the temporary folder, if used. */
function packagedBrowserOf(supervisor: number): string[] {
  const [, folder] = / -- (\S+)\/chromium /.exec(commandLine(supervisor)) ?? [];
  return folder?.startsWith(`${tmpdir()}/`) ? [basename(folder)] : [];
}

/** False also for a process that only waits to be reaped. */
function isRunning(pid: number): boolean {
  return /^[^Z]/.test(statusOf(pid, 'State'));
}

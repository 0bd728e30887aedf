import { spawn, type ChildProcess } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { detectIsolation, explainFailure } from '../../src/browser/isolation/detect-isolation.ts';
import { runIsolated } from '../../src/browser/isolation/run-isolated.ts';
import { findReachable } from '../../src/browser/isolation/self-test.ts';
import { createProfileDirectory } from '../../src/browser/profile-directory.ts';
import { sessionPids } from '../../src/browser/pool/process-memory.ts';
import { portOf } from '../egress-fixture.ts';

const isRoot = process.getuid?.() === 0;
const browserId = 60_900;
/** Not used by this machine, and not root. */
const ordinaryId = 61_200;

const pathOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** A server that has started two isolated browsers. */
interface Owner {
  readonly isolation: string;
  /** Supervisors of the browsers. */
  readonly pids: [number, number];
  /** Port of the egress proxy inside the first browser's network. */
  readonly port: number;
  readonly process: ChildProcess;
}

const prefixes = {
  root: [],
  'root without CAP_SYS_ADMIN': ['setpriv', '--bounding-set=-sys_admin'],
  user: ['setpriv', `--reuid=${ordinaryId}`, `--regid=${ordinaryId}`, '--clear-groups'],
};

/** Starts a server as root or as an ordinary user. */
async function startOwner(who: keyof typeof prefixes): Promise<Owner> {
  const [file = '', ...args] = [...prefixes[who], process.execPath, pathOf('owner.ts')];
  const env = { PATH: '/usr/bin', HOME: tmpdir(), SECRET_KEY: 'secret of the server' };
  const owner = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    owner.kill('SIGKILL');
    if (owner.exitCode === null && owner.signalCode === null) await once(owner, 'exit');
  });
  const [line] = await Promise.race([once(owner.stdout, 'data'), once(owner, 'exit')]);
  return { ...JSON.parse(String(line)), process: owner };
}

/** Makes attempts inside a browser's namespaces, with its user, and returns those that succeed. */
async function intrude(owner: Owner, attempts: readonly string[]): Promise<string[]> {
  const { pids, isolation } = owner;
  const first = browserProcesses(pids[0])[0];
  const isUser = isolation === 'user-namespace' ? '1' : '';
  const args = [pathOf('intruder.pl'), String(first), String(browserId), isUser];
  const intruder = spawn('/usr/bin/perl', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  intruder.stdin.end(`${attempts.join('\n')}\n`);
  let text = '';
  intruder.stdout.on('data', (chunk) => (text += String(chunk)));
  const [code] = await once(intruder, 'close');
  expect(code).toBe(0);
  return text.split('\n').filter(Boolean);
}

/** Processes of a browser without its supervisor, the oldest first. */
function browserProcesses(supervisor: number): number[] {
  return sessionPids(supervisor).filter((pid) => pid !== supervisor);
}

function statusOf(pid: number, name: string): string {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8');
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(text)?.[1] ?? '';
}

const roles = ['root', 'user'] as const;

test.runIf(isRoot).each(roles)(
  'started by %s, every browser process has a system call filter, no new privileges and own namespaces',
  async (who) => {
    const owner = await startOwner(who);
    expect(owner.isolation).toBe(who === 'root' ? 'namespaces' : 'user-namespace');
    const [one, other] = owner.pids.map((pid) => browserProcesses(pid));
    expect(one?.length).toBeGreaterThan(3);
    for (const pid of [...owner.pids, ...(one ?? [])]) {
      expect([statusOf(pid, 'Seccomp'), statusOf(pid, 'NoNewPrivs')]).toEqual(['2', '1']);
    }
    const limits = readFileSync(`/proc/${one?.[0]}/limits`, 'utf8');
    expect(limits).toMatch(/^Max core file size +0 +0/m);
    const isLimited = /^Max processes +4096 +4096/m.test(limits);
    expect(isLimited).toBe(who === 'user');
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
  'started by %s, a process inside a browser reaches only the egress proxy, its profile and its own processes',
  async (who) => {
    const owner = await startOwner(who);
    const hits: string[] = [];
    const folder = await mkdtemp(join(tmpdir(), 'data-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await chmod(folder, 0o777);
    await writeFile(join(folder, 'secret-key'), 'secret', { mode: 0o666 });
    const tcp = createServer(() => hits.push('tcp')).listen(0, '0.0.0.0');
    const database = createServer(() => hits.push('unix')).listen(join(folder, 'database'));
    const udp = createSocket('udp4', () => hits.push('udp')).bind(0, '0.0.0.0');
    await Promise.all([
      once(tcp, 'listening'),
      once(database, 'listening'),
      once(udp, 'listening'),
    ]);
    onTestFinished(() => {
      tcp.close();
      database.close();
      udp.close();
    });
    await chmod(join(folder, 'database'), 0o777);
    const prefix = 'shotwright-browser-';
    const profiles = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
    const own = profiles.find((name) => commandLine(owner.pids[0]).includes(name));
    const others = profiles.filter((name) => name !== own);
    expect(others.length).toBeGreaterThan(0);
    const relay = `tcp 127.0.0.1 ${owner.port}`;
    const allowed = [
      relay,
      `write /tmp/${own}/note`,
      'read /etc/fonts/fonts.conf',
      'write /tmp/note',
    ];
    const attempts = [
      `tcp 127.0.0.1 ${portOf(tcp)}`,
      `tcp 127.0.0.1 22`,
      `udp 127.0.0.1 ${udp.address().port}`,
      'tcp 169.254.169.254 80',
      'udp 169.254.169.254 53',
      'tcp 8.8.8.8 53',
      'udp 8.8.8.8 53',
      'udp 224.0.0.251 5353',
      `unix ${join(folder, 'database')}`,
      `read ${join(folder, 'secret-key')}`,
      `read /proc/${owner.process.pid}/environ`,
      `read /proc/${owner.pids[1]}/environ`,
      'read /etc/passwd',
      'read /etc/resolv.conf',
      'read /usr/bin/perl',
      'write /usr/lib/note',
      'write /note',
      `kill ${owner.process.pid}`,
      `kill ${owner.pids[1]}`,
      `kill ${owner.pids[0]}`,
      'list /tmp',
      'list /home',
      'list /root',
      'list /sys',
    ];
    const succeeded = await intrude(owner, [...allowed, ...attempts]);
    const loopback = `udp 127.0.0.1 ${udp.address().port}`;
    // Sending a datagram succeeds even if no socket receives it.
    expect(succeeded.filter((one) => one !== loopback)).toEqual([...allowed, `/tmp: note ${own}`]);
    expect(hits).toEqual([]);
    const [root = '', list = ''] = await intrude(owner, ['list /', 'list /proc']);
    const folders = ['bin', 'dev', 'etc', 'lib', 'lib32', 'lib64', 'proc', 'tmp', 'usr', 'var'];
    expect(
      root
        .split(' ')
        .slice(1)
        .filter((name) => !folders.includes(name)),
    ).toEqual([]);
    const pids = list.split(' ').filter((name) => /^\d+$/.test(name));
    expect(pids.length).toBeLessThanOrEqual(browserProcesses(owner.pids[0]).length + 1);
  },
);

function commandLine(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
}

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

test.runIf(isRoot)('root without CAP_SYS_ADMIN isolates inside a user namespace', async () => {
  expect((await startOwner('root without CAP_SYS_ADMIN')).isolation).toBe('user-namespace');
});

test.runIf(isRoot).each([
  [
    'user.max_net_namespaces',
    '/proc/sys/user/max_net_namespaces',
    'Run: sysctl -w user.max_net_namespaces=10000',
  ],
  [
    'user.max_user_namespaces',
    '/proc/sys/user/max_user_namespaces',
    'Run: sysctl -w user.max_user_namespaces=10000',
  ],
])(
  'a server that needs isolation does not start with %s=0 and names it',
  async (_name, path, sentence) => {
    const script = `echo 0 > ${path} && exec "$0" "$@"`;
    const args = ['--user', `--map-user=${ordinaryId}`, '--keep-caps', 'sh', '-c', script];
    const user = [`--reuid=${ordinaryId}`, `--regid=${ordinaryId}`, '--clear-groups', 'unshare'];
    const owner = spawn('setpriv', [...user, ...args, process.execPath, pathOf('owner.ts')], {
      env: { PATH: '/usr/bin', HOME: tmpdir() },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    owner.stderr.on('data', (chunk) => (words += String(chunk)));
    const [code] = await once(owner, 'close');
    expect(code).not.toBe(0);
    expect(words).toContain(sentence);
    expect(words).toContain('ISOLATION=off');
  },
);

test.runIf(isRoot)('a container that hides parts of /proc is named with its setting', async () => {
  const script = 'mount -t tmpfs none /proc/fs && exec "$0" "$@"';
  const command = [...prefixes.user, process.execPath, pathOf('owner.ts')];
  const owner = spawn('unshare', ['--mount', 'sh', '-c', script, ...command], {
    env: { PATH: '/usr/bin', HOME: tmpdir() },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  owner.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const [code] = await once(owner, 'close');
  expect(code).not.toBe(0);
  expect(stderr).toContain('start it with --security-opt systempaths=unconfined');
});

test.runIf(isRoot)('the self-test finds what a browser can read, and nothing else', async () => {
  const { isolation } = await detectIsolation('required');
  if (isolation === 'off') throw new Error('Browsers are not isolated.');
  const files = ['/etc/passwd', '/etc/fonts/fonts.conf'];
  const reachable = await findReachable(isolation, { ports: [22], files });
  expect(reachable).toEqual(['read /etc/fonts/fonts.conf']);
});

test.runIf(isRoot)('the system call filter denies UDP sockets', async () => {
  const profile = createProfileDirectory();
  onTestFinished(() => profile.remove());
  const attempts = ['udp 127.0.0.1 9', 'read /etc/fonts/fonts.conf'];
  const given = { user: profile.user, writable: profile.path, attempts };
  const expected = ['read /etc/fonts/fonts.conf'];
  expect(await runIsolated({ isolation: 'namespaces', ...given })).toEqual(expected);
  expect(await runIsolated({ isolation: 'user-namespace', ...given })).toEqual(expected);
});

test('switched off, the browsers share the namespaces of the server without a warning', async () => {
  expect(await detectIsolation('off')).toEqual({ isolation: 'off', unavailable: null });
});

test.each([
  ['isolation: create user namespace: Operation not permitted', {}, '--security-opt seccomp='],
  ['isolation: mount /proc: Operation not permitted', {}, 'systempaths=unconfined'],
  ['isolation: mount root: Permission denied', {}, 'apparmor=unconfined'],
  [
    'isolation: make mounts private: Permission denied',
    { 'kernel/apparmor_restrict_unprivileged_userns': '1' },
    'sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  ],
  [
    'isolation: create user namespace: Operation not permitted',
    { 'kernel/unprivileged_userns_clone': '0' },
    'sysctl -w kernel.unprivileged_userns_clone=1',
  ],
])('"%s" with settings %j is explained by what to change', (error, values, advice) => {
  const settings: Readonly<Record<string, string>> = values;
  const sentence = explainFailure(error, (path) => settings[path] ?? '');
  expect(sentence).toContain(error);
  expect(sentence).toContain(advice);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import {
  detectIsolation,
  explainFailure,
  logIsolation,
} from '../../src/browser/isolation/detect-isolation.ts';
import { runIsolated } from '../../src/browser/isolation/run-isolated.ts';
import { findReachable } from '../../src/browser/isolation/self-test.ts';
import { createProfileDirectory } from '../../src/browser/profile-directory.ts';
import { isRoot, ordinaryId, pathOf, prefixes, startOwner } from './owner-process.ts';

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
  '[IS-6] a server that needs isolation does not start with %s=0 and names it',
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

test.runIf(isRoot)(
  '[IS-6] a container that hides parts of /proc is named with its setting',
  async () => {
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
  },
);

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

test.each([
  [
    { isolation: 'namespaces', unavailable: null },
    ['info', { isolation: 'namespaces' }, 'each browser has its own namespaces'],
  ],
  [
    { isolation: 'off', unavailable: 'Run: sysctl …' },
    ['warn', { reason: 'Run: sysctl …' }, 'browsers are not isolated'],
  ],
  [
    { isolation: 'off', unavailable: null },
    ['warn', {}, 'browsers are not isolated, as configured'],
  ],
] as const)('[IS-6] the start logs one line for %j', (detected, expected) => {
  const lines: unknown[] = [];
  const log = (level: string) => (details: object, message: string) =>
    void lines.push([level, details, message]);
  logIsolation(detected, { info: log('info'), warn: log('warn'), error: log('error') });
  expect(lines).toEqual([expected]);
});

test('[IS-7] switched off, the browsers share the namespaces of the server without a warning', async () => {
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
])('[IS-6] "%s" with settings %j is explained by what to change', (error, values, advice) => {
  const settings: Readonly<Record<string, string>> = values;
  const sentence = explainFailure(error, (path) => settings[path] ?? '');
  expect(sentence).toContain(error);
  expect(sentence).toContain(advice);
});

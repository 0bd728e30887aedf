import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import {
  isolatedCommand,
  perlPath,
  type Isolation,
} from '../../src/browser/isolation/isolated-command.ts';
import { createProfileDirectory } from '../../src/browser/profile-directory.ts';
import { isRoot } from './owner-process.ts';

test.runIf(isRoot).each(['namespaces', 'user-namespace'] as const)(
  '[IS-4] with %s, a fork bomb reaches its own limit, and another browser still starts processes',
  async (isolation) => {
    const bombs = [startForkBomb(isolation, 40), startForkBomb(isolation, 40)];
    const whole = { count: 38, others: [] };
    expect(await Promise.all(bombs)).toEqual([whole, whole]);
  },
);

/**
 * Starts processes until the kernel refuses. They run until the test ends. Returns their number, and what else
 * runs as the same user, which the kernel counts too.
 */
async function startForkBomb(isolation: Exclude<Isolation, 'off'>, limit: number) {
  const profile = createProfileDirectory();
  const bomb = `
    my $count = 0;
    while (defined(my $pid = fork)) { $pid == 0 ? sleep : $count++ }
    $| = 1;
    print "$count\\n";
    sleep`;
  const [file, args] = isolatedCommand({
    isolation,
    user: profile.user,
    command: [perlPath, '-e', bomb],
    env: {},
    readable: [perlPath],
    writable: profile.path,
  });
  const limited = args.map((arg) => arg.replace(/^processes=.*/, `processes=${limit}`));
  const child = spawn(file, limited, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await profile.remove();
  });
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  return {
    count: Number(line),
    others: namesOf(profile.user?.uid).filter((name) => name !== 'perl'),
  };
}

/** Returns the names of the processes that run as a user. */
function namesOf(uid: number | undefined): string[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || lstatSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid !== uid)
      return [];
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return [/\((.*)\)/.exec(status)?.[1] ?? ''];
  });
}

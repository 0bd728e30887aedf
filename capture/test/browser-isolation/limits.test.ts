import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
    const counts = [startForkBomb(isolation, 40), startForkBomb(isolation, 40)];
    expect(await Promise.all(counts)).toEqual([38, 38]);
  },
);

/** Starts processes until the kernel refuses, and returns their number. They run until the test ends. */
async function startForkBomb(isolation: Exclude<Isolation, 'off'>, limit: number): Promise<number> {
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
  return Number(line);
}

import { execFile } from 'node:child_process';
import { isolatedCommand, type IsolatedCommand } from './isolated-command.ts';

const timeoutMs = 10_000;

/**
 * Creates namespaces as for a browser, makes the attempts inside them, and returns those that
 * succeeded. Rejects with the error of `isolate.pl`.
 */
export function runIsolated(
  given: Pick<IsolatedCommand, 'isolation' | 'user' | 'writable' | 'attempts'>,
): Promise<string[]> {
  const [program, args] = isolatedCommand({ readable: [], ...given, command: [], env: {} });
  return new Promise((resolve, reject) => {
    const options = { env: {}, timeout: timeoutMs, killSignal: 'SIGKILL' as const };
    execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout.split('\n').filter(Boolean));
      else reject(new Error(stderr.trim().split('\n').at(-1) || error.message));
    });
  });
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Ended run of the command. */
export interface CommandResult {
  readonly code: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

const root = join(import.meta.dirname, '..', '..');

/** The command as one file; `buildCommand` builds it. */
export const commandPath = join(root, 'cli', 'dist', 'shotwright.mjs');

/** Builds the command. */
export async function buildCommand(): Promise<void> {
  const build = spawn(process.execPath, [join(root, 'scripts', 'clients', 'build-cli.ts')], {
    stdio: 'inherit',
  });
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error('the command could not be built');
}

/** Runs the command to its end, or until Ctrl-C after `interruptAfter`. */
export async function runCommand(
  args: readonly string[],
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly stdin?: string;
    readonly cwd?: string;
    readonly interruptAfter?: Promise<unknown>;
    /** Called with all output so far. */
    readonly onOutput?: (stdout: string) => void;
  } = {},
): Promise<CommandResult> {
  const child = spawn(process.execPath, [commandPath, ...args], {
    env: options.env ?? {},
    stdio: 'pipe',
    ...(options.cwd !== undefined && { cwd: options.cwd }),
  });
  const interrupted = options.interruptAfter?.then(() => child.kill('SIGINT'));
  const stdout: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout.push(chunk);
    options.onOutput?.(Buffer.concat(stdout).toString());
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  child.stdin.on('error', () => undefined).end(options.stdin ?? '');
  await once(child, 'close');
  await interrupted;
  return { code: child.exitCode, stdout: Buffer.concat(stdout), stderr };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminProgram } from '../src/cli/admin-program.ts';
import { openAdminContext } from '../src/cli/admin-context.ts';
import { readConfig, type Config } from '../src/config/config.ts';
import { silentLogger } from '../src/lib/logger.ts';
import { testSecret } from './secret.ts';

/** Admin commands, as run by an operator. */
export interface Operator {
  /** Runs a command and returns its output. Rejects with commander's error if the command fails. */
  admin(...args: string[]): Promise<string>;
  /** Runs a command with `--json` and returns its parsed output. */
  adminJson(...args: string[]): Promise<Record<string, unknown>>;
  /** Deletes the files that the commands wrote. */
  close(): void;
}

/**
 * Returns admin commands for the database at `databaseUrl`, run in this process, with additional
 * settings in `env`.
 */
export function createOperator(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Operator {
  const dataDir = mkdtempSync(join(tmpdir(), 'shotwright-cli-'));
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: testSecret,
    ...env,
  });
  return operatorOf(config, () => rmSync(dataDir, { recursive: true }));
}

/** Returns admin commands for the installation of `config`, run in this process. */
export function operatorOf(
  config: Config,
  leave: () => void = () => undefined,
  signal: AbortSignal = new AbortController().signal,
): Operator {
  const admin = async (...args: string[]): Promise<string> => {
    const lines: string[] = [];
    const program = adminProgram({
      environment: () => ({ config, logger: silentLogger }),
      open: () => openAdminContext(config, silentLogger),
      print: (line) => lines.push(line),
      stopSignal: () => signal,
    });
    const mute = { writeErr: () => undefined, writeOut: () => undefined };
    const all = [program, ...program.commands, ...program.commands.flatMap((one) => one.commands)];
    for (const command of all) command.configureOutput(mute).exitOverride();
    await program.parseAsync(args, { from: 'user' });
    return lines.join('\n');
  };
  return {
    admin,
    adminJson: async (...args) => JSON.parse(await admin(...args, '--json')),
    close: leave,
  };
}

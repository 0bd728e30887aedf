import { CommanderError } from 'commander';
import { ConfigError, readConfig } from '../config/config.ts';
import { AppError } from '../shared/app-error.ts';
import { createPinoLogger } from '../lib/pino-logger.ts';
import { adminProgram } from './admin-program.ts';
import { openAdminContext } from './admin-context.ts';
import { DoctorError } from './doctor-command.ts';

try {
  const program = adminProgram({
    environment,
    open: () => {
      const { config, logger } = environment();
      return openAdminContext(config, logger);
    },
    print: (line) => process.stdout.write(`${line}\n`),
    stopSignal,
  });
  await program.parseAsync(process.argv);
} catch (error) {
  // Commander has already printed the error or the requested help.
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

function environment() {
  // Only warnings are logged, to stderr: stdout is the command's output.
  return { config: readConfig(), logger: createPinoLogger({ level: 'warn' }) };
}

function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  return stopping.signal;
}

function messageOf(error: unknown): string {
  const isExpected =
    error instanceof ConfigError || error instanceof AppError || error instanceof DoctorError;
  if (isExpected) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

// `capture` in the container: one capture without a running server, written to the standard output.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer, type Server } from '../composition/compose.ts';
import { environmentWith, readConfig } from '../config/config.ts';
import { createPinoLogger } from '../lib/pino-logger.ts';
import { throwUnlessClaimed } from '../shutdown.ts';

const command = join(import.meta.dirname, '..', '..', '..', 'cli', 'src', 'main.ts');
/** Exit code of the command after Ctrl-C. */
const interrupted = 130;

/** Settings of the temporary server; an empty variable counts as not set. */
const settings = {
  PORT: '0',
  HOST: '127.0.0.1',
  PUBLIC_URL: '',
  ROLES: '',
  DATABASE_URL: '',
  STORAGE: '',
  SMTP_URL: '',
  BILLING: 'off',
  SEED_DEMO: 'false',
};

process.on('unhandledRejection', throwUnlessClaimed);
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopping.abort());
try {
  process.exitCode = await captureOnce(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`Error: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function captureOnce(args: readonly string[]): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'shotwright-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  // An embedded PostgreSQL that does not run as root must be able to traverse the folder.
  chmodSync(dataDir, 0o711);
  const config = readConfig(environmentWith({ ...settings, DATA_DIR: dataDir }));
  const server = await startServer(config, { logger: createPinoLogger({ level: 'error' }) });
  stack.defer(() => server.close());
  const apiKey = await createKey(server);
  if (stopping.signal.aborted) return interrupted;
  // Awaited here, because the server closes at the end of this block.
  return await runCommand(args, { url: server.url, apiKey });
}

async function createKey({ features }: Server): Promise<string> {
  const { organizationId } = await features.accounts.admin.createUserByAdmin({
    email: 'capture@example.com',
    password: randomUUID(),
    firstName: 'One',
    lastName: 'Capture',
  });
  const { key } = await features.apiKeys.createApiKey({
    organizationId,
    name: 'capture',
    projectId: null,
    monthlyLimit: null,
    isTest: false,
  });
  return key;
}

/** Runs the command to its end and returns its exit code. */
async function runCommand(
  args: readonly string[],
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
): Promise<number> {
  const child = spawn(process.execPath, [command, 'capture', '--output', '-', ...args], {
    env: environmentWith({ SHOTWRIGHT_URL: url, SHOTWRIGHT_API_KEY: apiKey }),
    stdio: 'inherit',
  });
  stopping.signal.addEventListener('abort', () => child.kill('SIGINT'));
  const [code]: (number | null)[] = await once(child, 'exit');
  return code ?? interrupted;
}

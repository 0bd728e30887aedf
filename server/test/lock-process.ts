import { lockDataDir } from '../src/embedded-postgres/process-lock.ts';

/**
 * A process that tries to lock the data directory on its command line, prints the outcome, and
 * keeps running.
 */
const [dataDir = ''] = process.argv.slice(2);
try {
  await lockDataDir(dataDir, { waitMs: 0 });
  process.stdout.write('locked\n');
} catch (err) {
  process.stdout.write(`${err instanceof Error ? err.message : String(err)}\n`);
}
setInterval(() => undefined, 1_000);

import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts';
import { silentLogger } from '../src/lib/logger.ts';

/**
 * A process for tests that kill it: runs the embedded PostgreSQL of the data directory on its
 * command line, or prints why it cannot. With the second argument `process`, a shell instead of the
 * kernel ends PostgreSQL when this process exits.
 */
const [dataDir = '', parentDeathWatch] = process.argv.slice(2);
try {
  await startEmbeddedPostgres({
    dataDir,
    logger: silentLogger,
    parentDeathWatch: parentDeathWatch === 'process' ? 'process' : 'kernel',
  });
  process.stdout.write('ready\n');
} catch (err) {
  process.stdout.write(`${err instanceof Error ? err.message : String(err)}\n`);
}

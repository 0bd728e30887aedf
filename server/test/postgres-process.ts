import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres.ts';
import { silentLogger } from '../src/lib/logger.ts';

/**
 * A process that runs the embedded PostgreSQL of the data directory on its command line, to be killed; or says why not.
 * A second argument `process` has a shell, not the kernel, end PostgreSQL when this process dies.
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

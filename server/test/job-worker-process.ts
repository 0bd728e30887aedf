import { createJobWorkers } from '../src/jobs/worker.ts';
import { defineJob } from '../src/jobs/job.ts';
import { silentLogger } from '../src/lib/logger.ts';

/**
 * A worker process for tests that kill it: takes one job of the queue named on its command line,
 * prints that, and never finishes it.
 */
const [url = '', queue = ''] = process.argv.slice(2);
const kind = defineJob({
  name: queue,
  retryLimit: 1,
  retryDelaySeconds: 0,
  retryBackoff: false,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
});
const workers = createJobWorkers({
  connection: { connectionString: url },
  logger: silentLogger,
  schedules: [],
  handlers: [
    {
      kind,
      concurrency: 1,
      handle: ({ id }) =>
        new Promise(() => {
          process.stdout.write(`${id}\n`);
        }),
    },
  ],
});
await workers.start();

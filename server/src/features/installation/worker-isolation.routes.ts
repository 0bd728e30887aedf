import { staffEndpoints, type WorkerIsolation } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';

/** Route for the isolation of browsers in all workers. */
export function workerIsolationRoutes(countWorkers: () => Promise<WorkerIsolation>): Route[] {
  return [
    route(staffEndpoints.getWorkerIsolation, async () => ({
      data: { workers: await countWorkers() },
    })),
  ];
}

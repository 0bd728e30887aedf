import { sql } from 'kysely';
import type { CaptureEngineStats } from '@shotwright/capture';
import type { WorkerIsolation } from '@shotwright/contract';
import type { Db } from '../../db/transaction.ts';

const prefix = 'shotwright-worker:';

/**
 * Returns the name under which a worker holds a connection to the database. Other processes read
 * from it how the worker isolates its browsers.
 */
export function workerName(
  stats: Pick<CaptureEngineStats, 'isolation' | 'isolationUnavailable'>,
): string {
  const { isolation, isolationUnavailable } = stats;
  const state: keyof WorkerIsolation =
    isolation !== 'off' ? 'isolated' : isolationUnavailable === null ? 'off' : 'unavailable';
  return prefix + state;
}

/** Counts the workers that are connected to the database by the isolation of their browsers. */
export async function countWorkersByIsolation(db: Db): Promise<WorkerIsolation> {
  const { rows } = await sql<{ name: string; count: number }>`
    select application_name as name, count(*) as count from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${prefix})
    group by application_name`.execute(db);
  const countOf = (state: keyof WorkerIsolation): number =>
    rows.find(({ name }) => name === prefix + state)?.count ?? 0;
  return {
    isolated: countOf('isolated'),
    off: countOf('off'),
    unavailable: countOf('unavailable'),
  };
}

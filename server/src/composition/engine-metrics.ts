import type { CaptureEngine, CaptureEngineStats } from '@shotwright/capture';
import type { Metrics } from '../http/server/metrics.ts';

/** Adds the figures of the capture engine to the metrics. */
export function addEngineMetrics(metrics: Metrics, engine: CaptureEngine): void {
  const add = (name: string, help: string, pick: (stats: CaptureEngineStats) => number): void =>
    metrics.gauge(`shotwright_${name}`, { help, read: () => pick(engine.stats()) });
  add('engine_captures_running', 'Captures running in this process.', ({ running }) => running);
  metrics.gauge('shotwright_engine_capture_limit', {
    help: 'Captures that may run at a time in this process; follows the load of the machine unless CAPTURE_CONCURRENCY is set.',
    read: () => engine.concurrency.current,
  });
  add(
    'engine_captures_waiting',
    'Captures that wait for a slot in this process.',
    ({ waiting }) => waiting,
  );
  add(
    'browser_restarts',
    'Browsers replaced since the process started.',
    ({ browserRestarts }) => browserRestarts,
  );
  add(
    'engine_unexpected_errors',
    'Unexpected errors of the capture engine since the process started; each ended at most one capture.',
    ({ unexpectedErrors }) => unexpectedErrors,
  );
  add(
    'engine_clock_virtual',
    '1 if pages run on the virtual clock, 0 if they run in real time.',
    ({ clock }) => (clock === 'virtual' ? 1 : 0),
  );
  add(
    'browser_isolated',
    '1 if each browser has its own namespaces, 0 if it shares those of the server.',
    ({ isolation }) => (isolation === 'off' ? 0 : 1),
  );
  add(
    'engine_clock_fallbacks',
    'Captures repeated in real time since the start because their page did not follow the virtual clock.',
    ({ clockFallbacks }) => clockFallbacks,
  );
}

/** Details of the capture engine for the readiness check. */
export type EngineDetails = Pick<
  CaptureEngineStats,
  'clock' | 'clockUnavailable' | 'clockFallbacks' | 'isolation' | 'isolationUnavailable'
>;

/** Returns the details of the engine for the readiness check. */
export function engineDetails(engine: CaptureEngine): EngineDetails {
  const { clock, clockUnavailable, clockFallbacks, isolation, isolationUnavailable } =
    engine.stats();
  return { clock, clockUnavailable, clockFallbacks, isolation, isolationUnavailable };
}

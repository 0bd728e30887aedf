import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A completed request. `route` is its pattern, never the URL with its IDs. */
export interface CompletedRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Metrics for operators, in the Prometheus text format. */
export interface Metrics {
  readonly contentType: string;
  observeRequest(request: CompletedRequest): void;
  /** `result`: `complete`, or the failure reason. */
  countCapture(result: string): void;
  /** Registers a value that is read at each scrape. */
  gauge(name: string, { help, read }: { help: string; read: () => number | Promise<number> }): void;
  /** Registers one value per label, read at each scrape. */
  gauges(
    name: string,
    {
      help,
      label,
      read,
    }: { help: string; label: string; read: () => Promise<Map<string, number>> },
  ): void;
  print(): Promise<string>;
}

/** Creates a separate registry, so that two servers in one process do not share metrics. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Samples at 10 Hz, because the default of 100 Hz wakes an idle server needlessly.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const requests = new Histogram({
    name: 'shotwright_http_request_seconds',
    help: 'Time from the request to the end of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const captures = new Counter({
    name: 'shotwright_captures_total',
    help: 'Finished captures by result.',
    labelNames: ['result'],
    registers,
  });
  return {
    contentType: registry.contentType,
    observeRequest: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status }, seconds),
    countCapture: (result) => captures.inc({ result }),
    gauge: (name, { help, read }) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers,
        collect: async () => gauge.set(await read()),
      });
    },
    gauges: (name, { help, label, read }) => {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        collect: async () => {
          gauge.reset();
          for (const [value, figure] of await read()) gauge.set({ [label]: value }, figure);
        },
      });
    },
    print: () => registry.metrics(),
  };
}

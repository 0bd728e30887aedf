import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** One answered request. `route`: its pattern, never the address with its ids. */
export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Figures for operators, in the text format of Prometheus. */
export interface Metrics {
  readonly contentType: string;
  observeRequest(request: AnsweredRequest): void;
  /** `result`: `complete`, or the reason of the failure. */
  countCapture(result: string): void;
  /** A figure read when it is asked for. */
  gauge(name: string, { help, read }: { help: string; read: () => number | Promise<number> }): void;
  /** A figure per label value, read when it is asked for. */
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

/** Makes a registry of its own, so that two servers in one process do not share figures. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Ten looks a second, for the usual hundred wake an idle server to no purpose.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const requests = new Histogram({
    name: 'shotwright_http_request_seconds',
    help: 'Time from the request to the end of the answer.',
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

import { isNoisy, type Measurement } from '../measure/measurement.ts';
import { median } from '../measure/statistics.ts';
import { browserlessName } from '../peers/browserless.ts';

/** Baseline and our server on one page class at one concurrency: medians over the rounds. */
export interface Comparison {
  readonly page: string;
  readonly concurrency: number;
  /** Captures per second of the server. */
  readonly serverRate: number;
  /** Captures per second of the baseline. */
  readonly floorRate: number;
  /** The server's captures per second divided by the baseline's. */
  readonly rateRatio: number;
  readonly extraP50Ms: number;
  readonly extraCpuSeconds: number;
  readonly serverPssMb: number;
  readonly serverP50Ms: number;
  readonly serverP95Ms: number;
  /** The server's captures per second divided by those of browserless; undefined without it. */
  readonly browserlessRatio: number | undefined;
  readonly line: string;
}

/** Formats one measurement as a readable line. */
export function formatMeasurement(measurement: Measurement): string {
  const errors =
    measurement.errors.length === 0
      ? ''
      : `  ${measurement.errors.length} errors: ${measurement.errors[0]}`;
  return [
    measurement.target.padEnd(11),
    measurement.page.padEnd(8),
    `c=${measurement.concurrency}`,
    `${measurement.shotsPerSecond.toFixed(2).padStart(6)}/s`,
    `p50 ${measurement.p50Ms.toFixed(0).padStart(5)} ms`,
    `p95 ${measurement.p95Ms.toFixed(0).padStart(5)} ms`,
    `cpu ${measurement.cpuSecondsPerShot.toFixed(3)} s`,
    `browser PSS ${measurement.browserPssMb.toFixed(0)} MB`,
    `RSS ${measurement.rssMb.toFixed(0)} MB`,
    `other ${measurement.otherCores.toFixed(2)}`,
    `${Math.round(measurement.imageBytes / 1024)} KB${errors}`,
  ].join('  ');
}

/** Compares our server's measurements with the baseline's; empty if either was not measured. */
export function compareMeasurements(measurements: readonly Measurement[]): Comparison[] {
  const kinds = new Map(
    measurements.map((measurement) => [
      `${measurement.page} ${measurement.concurrency}`,
      measurement,
    ]),
  );
  return [...kinds.values()].flatMap(({ page, concurrency }) => {
    const ofKind = measurements
      .filter((measurement) => measurement.page === page)
      .filter((measurement) => measurement.concurrency === concurrency);
    const figure = (target: string, of: (measurement: Measurement) => number, among = ofKind) =>
      median(among.filter((measurement) => measurement.target === target).map(of));
    const extra = (of: (measurement: Measurement) => number, among = ofKind) =>
      figure('ours', of, among) - figure('floor', of, among);
    // The CPU figure is unusable if another program was active, or a browser was replaced during
    // the measurement.
    const quiet = ofKind.filter((measurement) => !isNoisy(measurement));
    const serverRate = figure('ours', (measurement) => measurement.shotsPerSecond);
    const floorRate = figure('floor', (measurement) => measurement.shotsPerSecond);
    const rateRatio = serverRate / floorRate;
    if (Number.isNaN(rateRatio)) return [];
    const peerRate = figure(browserlessName, (measurement) => measurement.shotsPerSecond);
    const browserlessRatio = Number.isNaN(peerRate) ? undefined : serverRate / peerRate;
    const extraP50Ms = extra((measurement) => measurement.p50Ms);
    const extraCpuSeconds = extra((measurement) => measurement.cpuSecondsPerShot, quiet);
    const serverPssMb = figure('ours', (measurement) => measurement.browserPssMb);
    const serverP50Ms = figure('ours', (measurement) => measurement.p50Ms);
    const serverP95Ms = figure('ours', (measurement) => measurement.p95Ms);
    const line = `ratio ${page.padEnd(8)}  c=${concurrency}  ${rateRatio.toFixed(2)} of the floor's shots/s  p50 ${signed(extraP50Ms, 0)} ms  cpu ${signed(extraCpuSeconds, 3)} s a shot`;
    return [
      {
        page,
        concurrency,
        serverRate,
        floorRate,
        rateRatio,
        extraP50Ms,
        extraCpuSeconds,
        serverPssMb,
        serverP50Ms,
        serverP95Ms,
        browserlessRatio,
        line,
      },
    ];
  });
}

function signed(value: number, digits: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(digits)}`;
}

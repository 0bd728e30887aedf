import type { CaptureRecord } from '../render-report.ts';
import type { EgressRoute } from '../egress/egress.ts';
import type { CaptureFault } from './fault.ts';

const reportMs = 2_000;

/** Finds the cause behind a fault: the egress proxy knows why a host did not answer, the browser only that. */
export async function explain(
  fault: CaptureFault,
  record: CaptureRecord,
  route: EgressRoute | undefined,
): Promise<CaptureFault> {
  if (route === undefined) return fault;
  const report = await Promise.race([
    route.report().catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, reportMs, undefined).unref()),
  ]);
  if (report === undefined) return fault;
  record.egress = report;
  return fault;
}

import { quantile } from '../measure/statistics.ts';
import type { Api } from '../server/api.ts';
import type { CaptureJob } from '../target.ts';

const sampleCount = 30;

/** Time in which an idle server accepts a capture and then starts it. Units: ms. */
export interface QueueLatency {
  readonly acceptP50Ms: number;
  readonly acceptP95Ms: number;
  readonly startP50Ms: number;
  readonly startP95Ms: number;
}

/** Requests captures one after the other without waiting for the image. */
export async function measureQueue(api: Api, job: CaptureJob): Promise<QueueLatency> {
  const acceptMs: number[] = [];
  const startMs: number[] = [];
  for (let i = 0; i < sampleCount + 3; i++) {
    const { requestId, ms } = await api.accept(job);
    const { timings, status, code } = await api.finish(requestId);
    if (timings === null) throw new Error(`a ${status} capture (${code}) has no timings`);
    if (i < 3) continue; // the first requests warm up the server
    acceptMs.push(ms);
    startMs.push(timings.queueMs);
  }
  return {
    acceptP50Ms: quantile(acceptMs, 0.5),
    acceptP95Ms: quantile(acceptMs, 0.95),
    startP50Ms: quantile(startMs, 0.5),
    startP95Ms: quantile(startMs, 0.95),
  };
}

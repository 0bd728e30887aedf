import type { Challenge, Solution } from './proof-of-work.ts';

/** Maximum number of workers; more are no faster on most devices and heat up phones. */
const mostWorkers = 4;
/** Maximum solving time, several times the time an old phone needs. Units: ms. */
const deadlineMs = 120_000;

/** Solves a challenge in web workers on several cores; rejects on failure, timeout or abort. */
export async function solveInWorkers(challenge: Challenge, signal: AbortSignal): Promise<Solution> {
  const count = Math.max(1, Math.min(mostWorkers, navigator.hardwareConcurrency || 1));
  const { promise, resolve, reject } = Promise.withResolvers<Solution>();
  const end = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  const onEnd = () => reject(new Error('the proof of work was ended'));
  const workers = Array.from({ length: count }, (_, start) => {
    const worker = newWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<{ solution?: Solution }>) =>
      data.solution === undefined ? reject(new Error('no solution')) : resolve(data.solution),
    );
    worker.addEventListener('error', () => reject(new Error('a worker failed')));
    worker.postMessage({ challenge, start, step: count }, { transfer: [] });
    return worker;
  });
  end.addEventListener('abort', onEnd);
  if (end.aborted) onEnd();
  try {
    return await promise;
  } finally {
    end.removeEventListener('abort', onEnd);
    for (const worker of workers) worker.terminate();
  }
}

function newWorker(): Worker {
  return new Worker(new URL('./proof-of-work.worker.ts', import.meta.url), { type: 'module' });
}

import type { Clock } from '../lib/clock.ts';

/** Whether each part this process needs is there. */
export interface Readiness {
  readonly isReady: boolean;
  readonly parts: Readonly<Record<string, boolean>>;
}

/** Asks one part; false or a throw: it is not there. */
export type ReadinessProbe = () => Promise<boolean>;

const timeoutMs = 5_000;
const rememberedMs = 3_000;

/** Asks all parts at once, each within 5 s, and remembers a good answer for 3 s: health checks must cost nothing. */
export function createReadiness(
  probes: Readonly<Record<string, ReadinessProbe>>,
  clock: Clock,
): () => Promise<Readiness> {
  let last: { readonly atMs: number; readonly readiness: Readiness } | undefined;
  let running: Promise<Readiness> | undefined;
  const ask = async (): Promise<Readiness> => {
    const entries = await Promise.all(
      Object.entries(probes).map(async ([name, probe]) => [name, await answers(probe)] as const),
    );
    const parts = Object.fromEntries(entries);
    const readiness = { isReady: entries.every(([, isThere]) => isThere), parts };
    last = readiness.isReady ? { atMs: clock.now().getTime(), readiness } : undefined;
    return readiness;
  };
  return () => {
    if (last && clock.now().getTime() - last.atMs < rememberedMs)
      return Promise.resolve(last.readiness);
    running ??= ask().finally(() => {
      running = undefined;
    });
    return running;
  };
}

async function answers(probe: ReadinessProbe): Promise<boolean> {
  const { promise: deadline, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(resolve, timeoutMs, false);
  try {
    return await Promise.race([probe().catch(() => false), deadline]);
  } finally {
    clearTimeout(timer);
  }
}

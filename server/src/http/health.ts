import type { Clock } from '../lib/clock.ts';

/** Whether each part this process needs is there. */
export interface Readiness {
  readonly isReady: boolean;
  readonly parts: Readonly<Record<string, boolean>>;
}

/** Asks one part; false or a throw: it is not there. */
export type ReadinessProbe = () => Promise<boolean>;

const timeoutMs = 1_800;
const rememberedMs = 3_000;
/** A part that is slow to answer counts as it last answered, if that is not older. */
const believedMs = 15_000;

/**
 * Asks all parts at once, answers within 2 s, and remembers a good answer for 3 s: health checks must cost nothing. A part
 * that needs longer is believed what it said last, for 15 s: a busy browser is not a missing one.
 */
export function createReadiness(
  probes: Readonly<Record<string, ReadinessProbe>>,
  clock: Clock,
): () => Promise<Readiness> {
  let last: { readonly atMs: number; readonly readiness: Readiness } | undefined;
  let running: Promise<Readiness> | undefined;
  const goodAtMs = new Map<string, number>();
  const askOne = async (name: string, probe: ReadinessProbe): Promise<boolean> => {
    const asked = probe()
      .catch(() => false)
      .then((isThere) => {
        if (isThere) goodAtMs.set(name, clock.now().getTime());
        else goodAtMs.delete(name);
        return isThere;
      });
    const isThere = await withinTimeout(asked);
    return isThere ?? clock.now().getTime() - (goodAtMs.get(name) ?? -believedMs) < believedMs;
  };
  const ask = async (): Promise<Readiness> => {
    const entries = await Promise.all(
      Object.entries(probes).map(
        async ([name, probe]) => [name, await askOne(name, probe)] as const,
      ),
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

/** Undefined: no answer in time. */
async function withinTimeout(asked: Promise<boolean>): Promise<boolean | undefined> {
  const { promise: deadline, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, timeoutMs);
  try {
    return await Promise.race([asked, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

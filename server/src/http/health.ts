import type { Clock } from '../lib/clock.ts';

/** Whether each part this process needs is there. */
export interface Readiness {
  readonly isReady: boolean;
  readonly parts: Readonly<Record<string, boolean>>;
}

/** Asks one part; false or a throw: it is not there. */
export type ReadinessProbe = () => Promise<boolean>;

/** A part that has not answered by then is not there. */
const timeoutMs = 5_000;
/** Once a part is known to be missing, the answer does not wait any longer for the others. */
const missingTimeoutMs = 1_800;
const rememberedMs = 1_000;

/**
 * Asks all parts at once and remembers a good answer for 1 s: health checks must cost nothing. Answers within 5 s; within
 * 1.8 s when a part says that it is not there, and then as it was last known for parts that have not answered yet.
 */
export function createReadiness(
  probes: Readonly<Record<string, ReadinessProbe>>,
  clock: Clock,
): () => Promise<Readiness> {
  const parts: Record<string, boolean> = Object.fromEntries(
    Object.keys(probes).map((name) => [name, false]),
  );
  let last: { readonly atMs: number; readonly readiness: Readiness } | undefined;
  let running: Promise<Readiness> | undefined;
  const ask = async (): Promise<Readiness> => {
    await askAll(probes, parts);
    const isReady = Object.values(parts).every((isThere) => isThere);
    const readiness = { isReady, parts: { ...parts } };
    last = isReady ? { atMs: clock.now().getTime(), readiness } : undefined;
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

/** Writes into `parts` what each probe answers, until all have or it takes too long. */
async function askAll(
  probes: Readonly<Record<string, ReadinessProbe>>,
  parts: Record<string, boolean>,
): Promise<void> {
  const { promise: deadline, resolve: end } = Promise.withResolvers<void>();
  const unanswered = new Set(Object.keys(probes));
  let isMissing = false;
  let isLate = false;
  const asking = Object.entries(probes).map(async ([name, probe]) => {
    const isThere = await probe().catch(() => false);
    if (!unanswered.delete(name)) return;
    parts[name] = isThere;
    isMissing ||= !isThere;
    if (isMissing && isLate) end();
  });
  const timers = [
    setTimeout(() => {
      isLate = true;
      if (isMissing) end();
    }, missingTimeoutMs),
    setTimeout(() => {
      for (const name of unanswered) parts[name] = false;
      end();
    }, timeoutMs),
  ];
  try {
    await Promise.race([Promise.all(asking), deadline]);
  } finally {
    // What answers after the end is too late to be told.
    unanswered.clear();
    timers.forEach(clearTimeout);
  }
}

import type { Clock } from '../../lib/clock.ts';

/** Availability of each part this process needs. */
export interface Readiness {
  readonly isReady: boolean;
  readonly parts: Readonly<Record<string, boolean>>;
}

/** Checks one part. False or a rejection means that it is unavailable. */
export type ReadinessProbe = () => Promise<boolean>;

/** Maximum time for a probe; a later result counts as unavailable. */
const timeoutMs = 5_000;
/** Once one part is known to be unavailable, the check waits no longer than this for the others. */
const missingTimeoutMs = 1_800;
const cachedMs = 1_000;

/**
 * Creates a readiness check. It probes all parts concurrently and caches a positive result for 1 s,
 * because health checks must be cheap. It returns within 5 s, or within 1.8 s if a part reports
 * that it is unavailable; parts that are still pending then have their last known state.
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
  const check = async (): Promise<Readiness> => {
    await probeAll(probes, parts);
    const isReady = Object.values(parts).every((isAvailable) => isAvailable);
    const readiness = { isReady, parts: { ...parts } };
    last = isReady ? { atMs: clock.now().getTime(), readiness } : undefined;
    return readiness;
  };
  return () => {
    if (last && clock.now().getTime() - last.atMs < cachedMs)
      return Promise.resolve(last.readiness);
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Writes the result of each probe into `parts`, until all have finished or the time is over. */
async function probeAll(
  probes: Readonly<Record<string, ReadinessProbe>>,
  parts: Record<string, boolean>,
): Promise<void> {
  const { promise: deadline, resolve: end } = Promise.withResolvers<void>();
  const pending = new Set(Object.keys(probes));
  let hasUnavailable = false;
  let isLate = false;
  const probing = Object.entries(probes).map(async ([name, probe]) => {
    const isAvailable = await probe().catch(() => false);
    if (!pending.delete(name)) return;
    parts[name] = isAvailable;
    hasUnavailable ||= !isAvailable;
    if (hasUnavailable && isLate) end();
  });
  const timers = [
    setTimeout(() => {
      isLate = true;
      if (hasUnavailable) end();
    }, missingTimeoutMs),
    setTimeout(() => {
      for (const name of pending) parts[name] = false;
      end();
    }, timeoutMs),
  ];
  try {
    await Promise.race([Promise.all(probing), deadline]);
  } finally {
    // Later results are ignored.
    pending.clear();
    timers.forEach(clearTimeout);
  }
}

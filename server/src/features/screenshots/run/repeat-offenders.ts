import type { Clock } from '../../../lib/clock.ts';

/** Organisations whose captures were killed because their pages took too much memory or CPU time. */
export interface RepeatOffenders {
  /** Records a killed capture. */
  record(organizationId: string): void;
  /** Returns true if a capture of the organisation was killed lately. */
  has(organizationId: string): boolean;
  /** Returns the reduced number of concurrent captures; undefined for every other organisation. */
  limitOf(organizationId: string): number | undefined;
  /** Number of organisations with a reduced limit. */
  count(): number;
}

/** With this many killed captures within the period, an organisation has fewer slots. */
const maxKills = 3;
/** Kills are forgotten after this time. Unit: ms. */
const periodMs = 10 * 60_000;
/** One slot at a time, so that the organisation's other captures still run. */
const reducedLimit = 1;

/**
 * Creates an empty set of offenders. It belongs to this process, because a process protects its own
 * processors and memory.
 */
export function createRepeatOffenders(clock: Clock): RepeatOffenders {
  const kills = new Map<string, readonly number[]>();
  const recent = (organizationId: string): readonly number[] => {
    const sinceMs = clock.now().getTime() - periodMs;
    const left = (kills.get(organizationId) ?? []).filter((atMs) => atMs > sinceMs);
    if (left.length === 0) kills.delete(organizationId);
    return left;
  };
  const isReduced = (organizationId: string): boolean => recent(organizationId).length >= maxKills;
  return {
    record(organizationId) {
      const all = [...recent(organizationId), clock.now().getTime()];
      kills.set(organizationId, all.slice(-maxKills));
    },
    has: (organizationId) => recent(organizationId).length > 0,
    limitOf: (organizationId) => (isReduced(organizationId) ? reducedLimit : undefined),
    count: () => [...kills.keys()].filter(isReduced).length,
  };
}

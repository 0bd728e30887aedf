/** A group that runs jobs in this process, and the number it may still start. */
export interface RunningGroup {
  readonly group: string;
  readonly running: number;
  readonly capacity: number;
}

/** Running jobs per group in this process, and its limits. */
export interface GroupLimits {
  /** Counts a job. Returns false if its group is at its limit and the job must be requeued. */
  acquire(group: string | undefined, limit: number): boolean;
  release(group: string | undefined): void;
  /** Returns the groups that have running jobs in this process. */
  running(): readonly RunningGroup[];
}

/** Creates counters of running jobs per group; jobs without a group are not limited. */
export function createGroupLimits(): GroupLimits {
  const groups = new Map<string, { count: number; limit: number }>();
  return {
    acquire: (group, limit) => {
      if (group === undefined) return true;
      const entry = groups.get(group);
      if (entry && entry.count >= limit) {
        // Until a job ends, no more jobs of the group are fetched.
        groups.set(group, { ...entry, limit: Math.max(1, limit) });
        return false;
      }
      // The plan may have changed between two jobs; the tier of the newer job applies.
      groups.set(group, { count: (entry?.count ?? 0) + 1, limit: Math.max(1, limit) });
      return true;
    },
    release: (group) => {
      const entry = group === undefined ? undefined : groups.get(group);
      if (!entry || group === undefined) return;
      if (entry.count <= 1) groups.delete(group);
      else groups.set(group, { ...entry, count: entry.count - 1 });
    },
    running: () =>
      [...groups].map(([group, { count, limit }]) => ({
        group,
        running: count,
        capacity: Math.max(0, limit - count),
      })),
  };
}

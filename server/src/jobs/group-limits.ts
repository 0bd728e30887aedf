/** A group that runs jobs in this process, and the number it may still start. */
export interface RunningGroup {
  readonly group: string;
  readonly running: number;
  readonly room: number;
}

/** Running jobs per group in this process, and its limits. */
export interface GroupLimits {
  /** Counts a job. Returns false if its group is at its limit and the job must be requeued. */
  take(group: string | undefined, limit: number): boolean;
  leave(group: string | undefined): void;
  /** Returns the groups that have running jobs in this process. */
  held(): readonly RunningGroup[];
}

/** Creates counters of running jobs per group; jobs without a group are not limited. */
export function createGroupLimits(): GroupLimits {
  const groups = new Map<string, { count: number; limit: number }>();
  return {
    take: (group, limit) => {
      if (group === undefined) return true;
      const held = groups.get(group);
      if (held && held.count >= limit) return false;
      // The plan may have changed between two jobs; the tier of the newer job applies.
      groups.set(group, { count: (held?.count ?? 0) + 1, limit: Math.max(1, limit) });
      return true;
    },
    leave: (group) => {
      const held = group === undefined ? undefined : groups.get(group);
      if (!held || group === undefined) return;
      if (held.count <= 1) groups.delete(group);
      else groups.set(group, { ...held, count: held.count - 1 });
    },
    held: () =>
      [...groups].map(([group, { count, limit }]) => ({
        group,
        running: count,
        room: Math.max(0, limit - count),
      })),
  };
}

/** A group that runs jobs in this process, and how many more it may start. */
export interface HeldGroup {
  readonly group: string;
  readonly running: number;
  readonly room: number;
}

/** Whose jobs run here, and whose turn is next. */
export interface Turns {
  /** Counts a job in; false: its group is at its limit, the job has to go back. */
  take(group: string | undefined, limit: number): boolean;
  leave(group: string | undefined): void;
  /** Groups that run something here. */
  held(): readonly HeldGroup[];
}

/** Counts running jobs per group; jobs without a group are not limited. */
export function createTurns(): Turns {
  const groups = new Map<string, { count: number; limit: number }>();
  return {
    take: (group, limit) => {
      if (group === undefined) return true;
      const held = groups.get(group);
      if (held && held.count >= limit) return false;
      // A plan may have changed between two jobs: the newer job's tier counts.
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

/** Scheduling properties of a queue entry. */
export interface QueueEntry {
  /** Entries are scheduled round robin across owners. */
  readonly owner: string;
  /** Higher values start first. */
  readonly priority: number;
}

/**
 * Queue with round robin across owners, and order by priority and arrival within each owner. A
 * higher priority precedes the round robin order, but at most every second time, so that high
 * priority cannot starve other entries.
 */
export interface FairQueue<M extends QueueEntry> {
  readonly length: number;
  add(member: M): void;
  remove(member: M): void;
  /** Removes and returns the next member that `isEligible`. Returns undefined if there is none. */
  takeNext(isEligible: (member: M) => boolean): M | undefined;
}

/** Creates an empty queue. */
export function createFairQueue<M extends QueueEntry>(): FairQueue<M> {
  let members: M[] = [];
  let turn = 0;
  /** True if the last member taken preceded members with a lower priority. */
  let hasOvertaken = false;
  const lastTurns = new Map<string, number>();
  const byTurn = (one: M, other: M): number =>
    (lastTurns.get(one.owner) ?? 0) - (lastTurns.get(other.owner) ?? 0);
  const byPriority = (one: M, other: M): number => other.priority - one.priority;
  const nextByPriority = (among: readonly M[]): M | undefined =>
    among.toSorted((one, other) => byPriority(one, other) || byTurn(one, other))[0];
  const nextByTurn = (among: readonly M[]): M | undefined => {
    const [first] = among.toSorted(byTurn);
    return among.filter(({ owner }) => owner === first?.owner).toSorted(byPriority)[0];
  };
  const remove = (member: M): void => {
    members = members.filter((other) => other !== member);
  };

  return {
    get length() {
      return members.length;
    },
    add(member) {
      members.push(member);
    },
    remove,
    takeNext(isEligible) {
      // An empty queue resets all turns, so that the map does not grow with every owner.
      if (members.length === 0) lastTurns.clear();
      const eligible = members.filter(isEligible);
      const next = hasOvertaken ? nextByTurn(eligible) : nextByPriority(eligible);
      if (next === undefined) return undefined;
      hasOvertaken = !hasOvertaken && eligible.some(({ priority }) => priority < next.priority);
      remove(next);
      turn += 1;
      lastTurns.set(next.owner, turn);
      return next;
    },
  };
}

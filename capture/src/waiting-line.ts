/** What decides the order in a waiting line. */
export interface LineMember {
  /** Owners take turns. */
  readonly owner: string;
  /** Higher starts first. */
  readonly priority: number;
}

/**
 * Those who wait. Owners take turns, each owner's members by priority and arrival. A higher priority goes before other
 * owners' turns, but at most every second time: calls of high priority never keep the others waiting for good.
 */
export interface WaitingLine<M extends LineMember> {
  readonly length: number;
  add(member: M): void;
  remove(member: M): void;
  /** Takes out the next member that `isEligible`; undefined when there is none. */
  takeNext(isEligible: (member: M) => boolean): M | undefined;
}

/** An empty line. */
export function createWaitingLine<M extends LineMember>(): WaitingLine<M> {
  let members: M[] = [];
  let turn = 0;
  /** The last one taken went before members of a lower priority. */
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
      // An idle moment forgets all turns, so that the map does not grow with every owner there ever was.
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

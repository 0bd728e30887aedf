/** What decides the order in a waiting line. */
export interface LineMember {
  /** Owners take turns. */
  readonly owner: string;
  /** Higher starts first. */
  readonly priority: number;
}

/** Those who wait: by priority, then owners in turn, each owner's in order of arrival. */
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
  const lastTurns = new Map<string, number>();
  const lastTurnOf = ({ owner }: M): number => lastTurns.get(owner) ?? 0;
  const isBefore = (one: M, other: M): boolean =>
    one.priority === other.priority
      ? lastTurnOf(one) < lastTurnOf(other)
      : one.priority > other.priority;
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
      let next: M | undefined;
      for (const member of members) {
        if (isEligible(member) && (next === undefined || isBefore(member, next))) next = member;
      }
      if (next === undefined) return undefined;
      remove(next);
      turn += 1;
      lastTurns.set(next.owner, turn);
      return next;
    },
  };
}

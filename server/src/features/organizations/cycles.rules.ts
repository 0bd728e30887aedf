/** A credit cycle: from its start up to, but not with, its end. */
export interface Cycle {
  readonly startedAt: Date;
  readonly endsAt: Date;
}

/**
 * The moment whole months after the anchor, by UTC; where the month is too short, at its last day. Always from the
 * anchor: the 31st of January goes to the 28th of February and then to the 31st of March.
 */
function monthsAfter(anchor: Date, months: number): Date {
  const moment = new Date(anchor);
  moment.setUTCDate(1);
  moment.setUTCMonth(moment.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0));
  moment.setUTCDate(Math.min(anchor.getUTCDate(), lastDay.getUTCDate()));
  return moment;
}

/** The cycle of an anchor that holds a moment; the first one for moments before the anchor. */
export function cycleAt(anchor: Date, moment: Date): Cycle {
  let months =
    (moment.getUTCFullYear() - anchor.getUTCFullYear()) * 12 +
    moment.getUTCMonth() -
    anchor.getUTCMonth();
  if (monthsAfter(anchor, months) > moment) months -= 1;
  months = Math.max(0, months);
  return { startedAt: monthsAfter(anchor, months), endsAt: monthsAfter(anchor, months + 1) };
}

/** The cycle that follows one of the same anchor. */
export function cycleAfter(anchor: Date, { startedAt, endsAt }: Cycle): Cycle {
  const next = cycleAt(anchor, endsAt);
  return next.startedAt > startedAt ? next : cycleAt(anchor, next.endsAt);
}

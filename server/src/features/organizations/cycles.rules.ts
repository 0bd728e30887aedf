/** A credit cycle: from its start up to, but not including, its end. */
export interface Cycle {
  readonly startedAt: Date;
  readonly endsAt: Date;
}

/**
 * Returns the moment that is a number of whole months after the anchor, in UTC; in shorter months,
 * on the last day. Always computed from the anchor: 31 January is followed by 28 February and then
 * by 31 March.
 */
function monthsAfter(anchor: Date, months: number): Date {
  const moment = new Date(anchor);
  moment.setUTCDate(1);
  moment.setUTCMonth(moment.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + 1, 0));
  moment.setUTCDate(Math.min(anchor.getUTCDate(), lastDay.getUTCDate()));
  return moment;
}

/**
 * Returns the cycle of an anchor that contains a moment; the first one for moments before the
 * anchor.
 */
export function cycleAt(anchor: Date, moment: Date): Cycle {
  let months =
    (moment.getUTCFullYear() - anchor.getUTCFullYear()) * 12 +
    moment.getUTCMonth() -
    anchor.getUTCMonth();
  if (monthsAfter(anchor, months) > moment) months -= 1;
  months = Math.max(0, months);
  return { startedAt: monthsAfter(anchor, months), endsAt: monthsAfter(anchor, months + 1) };
}

/** Returns the next cycle of the same anchor. */
export function cycleAfter(anchor: Date, { startedAt, endsAt }: Cycle): Cycle {
  const next = cycleAt(anchor, endsAt);
  return next.startedAt > startedAt ? next : cycleAt(anchor, next.endsAt);
}

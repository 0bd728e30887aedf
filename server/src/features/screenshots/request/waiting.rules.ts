import { captureLimits, splitList } from '@shotwright/contract';
import { invalidField } from '../../../shared/app-error.ts';

/** Checks a list of statuses: `4xx`, `404` or `500-599`. */
export function requireStatuses(list: string | undefined): void {
  if (list === undefined) return;
  const items = splitList(list);
  const wrong = items.find((item) => rangeOf(item) === undefined);
  if (wrong === undefined && items.length > 0 && items.length <= captureLimits.statusCount) return;
  const not = wrong === undefined ? '' : `, and not ${JSON.stringify(wrong.slice(0, 100))}`;
  const message = `must be 1 to ${captureLimits.statusCount} statuses from 100 to 599, such as 4xx, 404 or 500-599${not}`;
  throw invalidField('fail_on_status', message);
}

/** Returns the ranges of a list of statuses, both ends included. */
export function statusRanges(list: string): (readonly [from: number, to: number])[] {
  return splitList(list).flatMap((item) => {
    const range = rangeOf(item);
    return range === undefined ? [] : [range];
  });
}

function rangeOf(item: string): readonly [number, number] | undefined {
  const hundreds = /^([1-5])xx$/i.exec(item)?.[1];
  if (hundreds !== undefined) return [Number(hundreds) * 100, Number(hundreds) * 100 + 99];
  const [, from = '', to = from] = /^([1-5]\d\d)(?:-([1-5]\d\d))?$/.exec(item) ?? [];
  return from === '' || Number(to) < Number(from) ? undefined : [Number(from), Number(to)];
}

/** Returns the position that a target of `scroll_to` names in CSS pixels; undefined for a selector. */
export function scrollPosition(target: string): number | undefined {
  const [, px] = /^\s*(\d{1,6})\s*(?:px)?\s*$/.exec(target) ?? [];
  return px === undefined ? undefined : Number(px);
}

import type { StoredFile } from '@shotwright/contract';
import {
  deviceKinds,
  fileFormats,
  fileStatusFilters,
  isTerminal,
  outputFormats,
  type DeviceKind,
  type FileStatusFilter,
  type OutputFormat,
} from '@shotwright/contract/paths';

/** Filters of files that are not always shown; null and '' for any. */
export interface MoreFilters {
  /** First day of the creation, such as `2026-01-31`, in the time zone of the browser. */
  readonly from: string;
  /** Last day of the creation. */
  readonly to: string;
  readonly status: FileStatusFilter | null;
  /** Found by the server only, because the list does not have it. */
  readonly device: DeviceKind | null;
  readonly format: OutputFormat | null;
}

/** Names of the {@link MoreFilters}, which are also those of their search parameters. */
export const moreFilterNames = ['from', 'to', 'status', 'device', 'format'] as const;

/** Filters that every file matches. */
export const noMoreFilters: MoreFilters = {
  from: '',
  to: '',
  status: null,
  device: null,
  format: null,
};

/** Parses the filters in search parameters; an invalid one filters nothing. */
export function readMoreFilters(search: URLSearchParams): MoreFilters {
  const choiceOf = <T extends string>(name: string, values: readonly T[]) =>
    values.find((value) => value === search.get(name)) ?? null;
  return {
    from: dayOf(search.get('from')),
    to: dayOf(search.get('to')),
    status: choiceOf('status', fileStatusFilters),
    device: choiceOf('device', deviceKinds),
    format: choiceOf('format', fileFormats),
  };
}

function dayOf(text: string | null): string {
  return text !== null && startOf(text) !== undefined ? text : '';
}

/** Number of filters that are set; the two days are one. */
export function countMoreFilters({ from, to, status, device, format }: MoreFilters): number {
  const set = [status, device, format].filter((value) => value !== null).length;
  return set + (from === '' && to === '' ? 0 : 1);
}

/** True if the last day is before the first one. */
export function isReversed({ from, to }: Pick<MoreFilters, 'from' | 'to'>): boolean {
  return from !== '' && to !== '' && to < from;
}

/** Returns the filters as the server expects them; one that filters nothing is absent. */
export function wireMoreFilters({ from, to, status, device, format }: MoreFilters) {
  const [start, end] = [startOf(from), startOf(to, 1)];
  return {
    ...(start !== undefined && { from: start }),
    ...(end !== undefined && { to: end }),
    ...(status !== null && { status }),
    ...(device !== null && { device }),
    ...(format !== null && { format }),
  };
}

/** Returns a test of files by all filters but the device; undefined if they filter nothing. */
export function matcherOf(filters: MoreFilters): ((file: StoredFile) => boolean) | undefined {
  const { from = '', to, status, format } = wireMoreFilters(filters);
  if (countMoreFilters({ ...filters, device: null }) === 0) return undefined;
  const ending = format && `.${outputFormats[format].extension}`;
  return (file) =>
    // Times in the same format sort as texts.
    file.createdAt >= from &&
    (to === undefined || file.createdAt < to) &&
    (status === undefined || statusOf(file) === status) &&
    (ending === undefined || file.screenshotUrl?.endsWith(ending) === true);
}

function statusOf({ status }: StoredFile): FileStatusFilter {
  if (!isTerminal(status)) return 'in_progress';
  return status === 'COMPLETE' ? 'complete' : 'failed';
}

/** Returns the instant at which a day, or the day `daysLater`, begins; undefined for another text. */
function startOf(text: string, daysLater = 0): string | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined || year < 1970)
    return undefined;
  // Not a sum of hours, because a day may have 23 or 25.
  const start = new Date(year, month - 1, day + daysLater);
  const isReal = new Date(year, month - 1, day).getDate() === day && month >= 1 && month <= 12;
  return isReal ? start.toISOString() : undefined;
}

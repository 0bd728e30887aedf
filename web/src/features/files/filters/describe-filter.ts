import { formatDate } from '../../../lib/format/format.ts';
import { fileFilterMessages as messages } from '../../../lib/messages/captures/file-filters.ts';
import { fileMessages } from '../../../lib/messages/files.ts';
import { verdictMessages } from '../../../lib/messages/verdicts.ts';
import type { FileFilter } from '../files.rules.ts';

/** Returns a sentence with all parts of a filter; undefined if it has none. */
export function describeFilter(
  filter: FileFilter,
  projectName: (id: number) => string | undefined,
): string | undefined {
  const { projectId, verdict, status, device, format } = filter;
  const parts: readonly (readonly [label: string, value: string | undefined])[] = [
    [messages.parts.search, filter.text.trim() === '' ? undefined : `“${filter.text.trim()}”`],
    [messages.parts.type, filter.type === 'all' ? undefined : fileMessages.types[filter.type]],
    [
      messages.parts.project,
      projectId === null ? undefined : (projectName(projectId) ?? `#${String(projectId)}`),
    ],
    [messages.parts.verdict, verdict === 'all' ? undefined : verdictNames[verdict]],
    [messages.parts.tag, filter.tag === '' ? undefined : `“${filter.tag}”`],
    [messages.parts.created, periodOf(filter)],
    [messages.parts.status, status === null ? undefined : messages.statuses[status]],
    [messages.parts.device, device === null ? undefined : messages.devices[device]],
    [messages.parts.format, format === null ? undefined : messages.formats[format]],
    [messages.parts.mode, filter.isTest ? fileMessages.modes.test : undefined],
  ];
  const set = parts.flatMap(([label, value]) => (value === undefined ? [] : `${label} ${value}`));
  return set.length === 0 ? undefined : messages.noMatch(set.join(', '));
}

const verdictNames: Readonly<Record<Exclude<FileFilter['verdict'], 'all'>, string>> = {
  ...verdictMessages.filters,
  ...verdictMessages.kinds,
};

function periodOf({ from, to }: FileFilter): string | undefined {
  const days = [
    ...(from === '' ? [] : [messages.since(formatDate(from))]),
    ...(to === '' ? [] : [messages.until(formatDate(to))]),
  ];
  return days.length === 0 ? undefined : days.join(' ');
}

import { auditGroups, type AuditGroup } from '@shotwright/contract/paths';
import { useSearchParams } from 'react-router';
import { auditMessages as messages } from '../../lib/messages/security/audit.ts';
import { useTypedText, withValues, type SearchChange } from '../../lib/search-params.ts';

/** Period of the time filter. */
export type AuditPeriod = keyof typeof messages.periods;

/** Filters of the list; null: any. */
export interface AuditFilter {
  readonly group: AuditGroup | null;
  /** Part of a name or an email. */
  readonly actor: string;
  readonly period: AuditPeriod;
}

/** Page state in the URL: `group`, `q`, `time`. */
export interface AuditView {
  readonly filter: AuditFilter;
  readonly isFiltered: boolean;
  /** Text of the search box, which may not be in the filter yet. */
  readonly typed: string;
  readonly setActor: (text: string) => void;
  readonly setGroup: (text: string) => void;
  readonly setPeriod: (text: string) => void;
  readonly clear: () => void;
}

/** Reads and writes the page state in the URL. */
export function useAuditView(): AuditView {
  const [search, setSearch] = useSearchParams();
  const change = (values: SearchChange) =>
    setSearch((now) => withValues(now, values), { replace: true, preventScrollReset: true });
  const actor = search.get('q') ?? '';
  const [typed, setActor] = useTypedText(actor, (q) => change({ q }));
  const group = auditGroups.find((one) => one === search.get('group')) ?? null;
  const period = readPeriod(search.get('time'));
  return {
    filter: { group, actor, period },
    isFiltered: group !== null || actor !== '' || period !== 'all',
    typed,
    setActor,
    setGroup: (text) => change({ group: text === 'all' ? null : text }),
    setPeriod: (text) => change({ time: text === 'all' ? null : text }),
    clear: () => {
      setActor('');
      change({ group: null, q: null, time: null });
    },
  };
}

function readPeriod(text: string | null): AuditPeriod {
  return text !== null && isPeriod(text) ? text : 'all';
}

function isPeriod(text: string): text is AuditPeriod {
  return Object.hasOwn(messages.periods, text);
}

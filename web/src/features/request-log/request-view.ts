import { requestStatusPattern } from '@shotwright/contract/paths';
import { useSearchParams } from 'react-router';
import { requestLogMessages as messages } from '../../lib/messages/api-keys.ts';
import {
  positiveNumber,
  useTypedText,
  withValues,
  type SearchChange,
} from '../../lib/search-params.ts';

/** Period of the time filter. */
export type Period = keyof typeof messages.periods;

/** Filters of the list; null: any. */
export interface RequestFilter {
  readonly status: string | null;
  readonly keyId: number | null;
  readonly projectId: number | null;
  readonly text: string;
  readonly period: Period;
}

/** Page state in the URL: `status`, `key`, `in`, `q`, `time`, `request`. Source: acceptance DX-11. */
export interface RequestView {
  readonly filter: RequestFilter;
  readonly isFiltered: boolean;
  /** Text of the search box, which may not be in the filter yet. */
  readonly typed: string;
  /** ID of the call whose details are shown. */
  readonly openId: string | null;
  readonly setText: (text: string) => void;
  readonly setStatus: (status: string | null) => void;
  readonly setKey: (id: number | null) => void;
  readonly setProject: (id: number | null) => void;
  readonly setPeriod: (period: Period) => void;
  readonly open: (id: string | null) => void;
  readonly clear: () => void;
}

/** Reads and writes the page state in the URL. */
export function useRequestView(): RequestView {
  const [search, setSearch] = useSearchParams();
  const change = (values: SearchChange, replace = true) =>
    setSearch((now) => withValues(now, values), { replace, preventScrollReset: true });
  const text = search.get('q') ?? '';
  const [typed, setText] = useTypedText(text, (q) => change({ q }));
  const filter: RequestFilter = {
    status: readStatus(search.get('status')),
    keyId: positiveNumber(search.get('key')),
    projectId: positiveNumber(search.get('in')),
    text,
    period: readPeriod(search.get('time')),
  };
  const { status, keyId, projectId, period } = filter;
  return {
    filter,
    isFiltered: [status, keyId, projectId].some(Boolean) || text !== '' || period !== 'all',
    typed,
    openId: search.get('request'),
    setText,
    setStatus: (next) => change({ status: next }),
    setKey: (id) => change({ key: id === null ? null : String(id) }),
    setProject: (id) => change({ in: id === null ? null : String(id) }),
    setPeriod: (next) => change({ time: next === 'all' ? null : next }),
    open: (request) => change({ request }, request === null),
    clear: () => {
      setText('');
      change({ status: null, key: null, in: null, q: null, time: null });
    },
  };
}

function readStatus(text: string | null): string | null {
  return text !== null && requestStatusPattern.test(text) ? text : null;
}

/** Returns the period of a name; all of the log for other text. */
export function readPeriod(text: string | null): Period {
  return text !== null && isPeriod(text) ? text : 'all';
}

function isPeriod(text: string): text is Period {
  return Object.hasOwn(messages.periods, text);
}

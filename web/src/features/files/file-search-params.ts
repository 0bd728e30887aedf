import type { FileSort } from '@shotwright/contract/paths';
import { useSearchParams } from 'react-router';
import {
  positiveNumber,
  useTypedText,
  withValues,
  type SearchChange,
} from '../../lib/search-params.ts';
import {
  moreFilterNames,
  readMoreFilters,
  type MoreFilters,
} from './filters/more-filters.rules.ts';
import { readVerdictFilter, type FileFilter } from './files.rules.ts';
import { newestFirst, readSort } from './sort.rules.ts';

/**
 * Page state in the URL: `q`, `type`, `in`, `verdict`, `tag`, `mode`, `from`, `to`, `status`, `device`,
 * `format`, `sort`, `page`, `file`. Source: acceptance FM-19.
 */
export interface FileView {
  readonly filter: FileFilter;
  readonly page: number;
  /** True if the typed text has not been written to the URL yet. */
  readonly isTyping: boolean;
  /** ID of the file in the preview. */
  readonly fileId: string | null;
  readonly setText: (text: string) => void;
  readonly setType: (type: FileFilter['type']) => void;
  readonly setProject: (projectId: number | null) => void;
  readonly setVerdict: (verdict: FileFilter['verdict']) => void;
  /** Text of the tag's field, which may not be in the filter yet. */
  readonly typedTag: string;
  readonly setTag: (tag: string) => void;
  readonly setTest: (isTest: boolean) => void;
  readonly setMore: (change: Partial<MoreFilters>) => void;
  readonly sort: FileSort;
  readonly setSort: (sort: FileSort) => void;
  readonly setPage: (page: number) => void;
  readonly openFile: (id: string | null) => void;
  readonly clearFilters: () => void;
  /** Filters and order as search parameters. */
  readonly search: string;
  /** Replaces the filters and the order. */
  readonly applySearch: (search: string) => void;
}

/** Reads and writes the page state in the URL; any filter change returns to page 1. */
export function useFileSearchParams(): FileView {
  const [search, setSearch] = useSearchParams();
  const change = (values: SearchChange, options: { replace: boolean }) =>
    setSearch((now) => withValues(now, values), { ...options, preventScrollReset: true });
  const filterBy = (values: SearchChange) => change({ ...values, page: null }, { replace: true });
  const inUrl = search.get('q') ?? '';
  const [text, setText, noteTextWritten] = useTypedText(inUrl, (q) => filterBy({ q }));
  const tag = search.get('tag') ?? '';
  const [typedTag, setTag] = useTypedText(tag, (next) => filterBy({ tag: next }));
  const type = search.get('type');
  return {
    filter: {
      text,
      type: type === 'url' || type === 'html' ? type : 'all',
      projectId: positiveNumber(search.get('in') ?? search.get('project')),
      verdict: readVerdictFilter(search.get('verdict')),
      tag,
      isTest: search.get('mode') === 'test',
      ...readMoreFilters(search),
    },
    page: text === inUrl ? (positiveNumber(search.get('page')) ?? 1) : 1,
    isTyping: text !== inUrl,
    fileId: search.get('file'),
    typedTag,
    setText,
    setTag,
    setType: (next) => filterBy({ type: next === 'all' ? null : next }),
    setProject: (id) => filterBy({ in: id === null ? null : String(id) }),
    setVerdict: (next) => filterBy({ verdict: next === 'all' ? null : next }),
    setTest: (isTest) => filterBy({ mode: isTest ? 'test' : null }),
    setMore: (next) => filterBy(emptyAsNull(next)),
    sort: readSort(search.get('sort')),
    setSort: (sort) => filterBy({ sort: sort === newestFirst ? null : sort }),
    // Includes text that is not in the URL yet; writing it later would return to page 1.
    setPage(page) {
      noteTextWritten();
      setSearch((now) =>
        withValues(now, {
          q: text === '' ? null : text,
          page: page === 1 ? null : String(page),
        }),
      );
    },
    openFile: (file) => change({ file }, { replace: file === null }),
    clearFilters: () => {
      setText('');
      setTag('');
      filterBy(noParameters);
    },
    search: savedPart(withValues(search, { q: text === '' ? null : text })),
    applySearch: (next) => setSearch(new URLSearchParams(next), { preventScrollReset: true }),
  };
}

const parameters = ['q', 'type', 'in', 'verdict', 'tag', 'mode', ...moreFilterNames];

/** Change that removes all filters from the URL. */
const noParameters: SearchChange = Object.fromEntries(parameters.map((name) => [name, null]));

/** Returns the parameters of the filters and the order, always in the same sequence. */
function savedPart(search: URLSearchParams): string {
  const set = [...parameters, 'sort'].flatMap((name) => {
    const value = search.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new URLSearchParams(set).toString();
}

function emptyAsNull(change: Partial<MoreFilters>): SearchChange {
  return Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value || null]));
}

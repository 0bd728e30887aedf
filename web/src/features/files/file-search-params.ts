import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { readVerdictFilter, type FileFilter } from './files.rules.ts';

/**
 * Idle time after typing before the URL is updated; some browsers reject more than 100 history
 * changes in 30 s. Units: ms.
 */
const debounceMs = 250;

/** Page state in the URL: `q`, `type`, `in`, `verdict`, `mode`, `page`, `file`. Source: acceptance FM-19. */
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
  readonly setTest: (isTest: boolean) => void;
  readonly setPage: (page: number) => void;
  readonly openFile: (id: string | null) => void;
  readonly clearFilters: () => void;
}

type Change = Readonly<Record<string, string | null>>;

/** Reads and writes the page state in the URL; any filter change returns to page 1. */
export function useFileSearchParams(): FileView {
  const [search, setSearch] = useSearchParams();
  const change = (values: Change, options: { replace: boolean }) =>
    setSearch((now) => withValues(now, values), { ...options, preventScrollReset: true });
  const filterBy = (values: Change) => change({ ...values, page: null }, { replace: true });
  const inUrl = search.get('q') ?? '';
  const [text, setText] = useTypedText(inUrl, (q) => filterBy({ q }));
  const type = search.get('type');
  return {
    filter: {
      text,
      type: type === 'url' || type === 'html' ? type : 'all',
      projectId: positive(search.get('in') ?? search.get('project')),
      verdict: readVerdictFilter(search.get('verdict')),
      isTest: search.get('mode') === 'test',
    },
    page: text === inUrl ? (positive(search.get('page')) ?? 1) : 1,
    isTyping: text !== inUrl,
    fileId: search.get('file'),
    setText,
    setType: (next) => filterBy({ type: next === 'all' ? null : next }),
    setProject: (id) => filterBy({ in: id === null ? null : String(id) }),
    setVerdict: (next) => filterBy({ verdict: next === 'all' ? null : next }),
    setTest: (isTest) => filterBy({ mode: isTest ? 'test' : null }),
    // Includes text that is not in the URL yet; writing it later would return to page 1.
    setPage: (page) =>
      setSearch((now) =>
        withValues(now, {
          q: text === '' ? null : text,
          page: page === 1 ? null : String(page),
        }),
      ),
    openFile: (file) => change({ file }, { replace: file === null }),
    clearFilters: () => {
      setText('');
      filterBy({ q: null, type: null, in: null, verdict: null });
    },
  };
}

/** Text state that is reported after typing pauses and that follows external changes of the URL. */
function useTypedText(inUrl: string, report: (text: string | null) => void) {
  const [text, setText] = useState(inUrl);
  const [seen, setSeen] = useState(inUrl);
  const [reported, setReported] = useState<string | null>(null);
  const { state: navigation } = useNavigation();
  const reportText = useEffectEvent(() => {
    // Changing this page's URL would cancel a navigation in progress.
    if (navigation !== 'idle') return;
    setReported(text);
    report(text === '' ? null : text);
  });
  if (inUrl !== seen) {
    setSeen(inUrl);
    setReported(null);
    if (inUrl !== reported) setText(inUrl);
  }
  useEffect(() => {
    if (text === inUrl) return undefined;
    const timer = setTimeout(() => reportText(), debounceMs);
    return () => clearTimeout(timer);
  }, [text, inUrl]);
  return [text, setText] as const;
}

function withValues(search: URLSearchParams, values: Change): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

function positive(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

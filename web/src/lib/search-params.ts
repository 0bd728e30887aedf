import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigation } from 'react-router';

/**
 * Idle time after typing before the URL is updated; some browsers reject more than 100 history
 * changes in 30 s. Units: ms.
 */
const debounceMs = 250;

/** Text state that is reported after typing pauses and that follows external changes of the URL. */
export function useTypedText(inUrl: string, report: (text: string | null) => void) {
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

/** New values of search parameters; null removes one. */
export type SearchChange = Readonly<Record<string, string | null>>;

/** Returns the search parameters with new values. */
export function withValues(search: URLSearchParams, values: SearchChange): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Returns a positive whole number in text; null for other text. */
export function positiveNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}

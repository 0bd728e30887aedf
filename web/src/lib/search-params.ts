import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigation } from 'react-router';

/**
 * Idle time after typing before the URL is updated; some browsers reject more than 100 history
 * changes in 30 s. Units: ms.
 */
const debounceMs = 250;

/**
 * Text state that is reported after typing pauses and that follows external changes of the URL. The third value
 * tells it that the text has been written to the URL otherwise: until that is rendered, it must not be reported.
 */
export function useTypedText(inUrl: string, report: (text: string | null) => void) {
  const [text, setText] = useState(inUrl);
  const [seen, setSeen] = useState(inUrl);
  const [reported, setReported] = useState<string | null>(null);
  const { state: navigation } = useNavigation();
  const written = useRef<string>(undefined);
  const reportText = useEffectEvent(() => {
    // Changing this page's URL would cancel a navigation in progress.
    if (navigation !== 'idle' || written.current === text) return;
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
  const type = (next: string): void => {
    written.current = undefined;
    setText(next);
  };
  const noteWritten = (): void => {
    written.current = text;
  };
  return [text, type, noteWritten] as const;
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

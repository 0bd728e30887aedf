import { useMemo, useRef, type KeyboardEvent, type Ref } from 'react';
import { cn } from '../../../lib/cn.ts';
import type { FieldControlProps } from '../../../ui/field.tsx';
import { tokenize, type CodeLanguage, type CodeToken } from './code-tokens.rules.ts';

const tokenColors: Record<CodeToken['kind'], string> = {
  plain: '',
  comment: 'text-muted italic',
  text: 'text-blue',
  word: 'text-cobalt-hover',
};
/**
 * Maximum length for syntax highlighting; highlighting longer code would be slower than typing.
 * Units: characters.
 */
const maxColoured = 60_000;
const type = 'font-mono text-table leading-5 [tab-size:2] max-sm:text-[16px] max-sm:leading-6';

/**
 * Lightweight code editor with line numbers, highlighting and Tab indentation; Escape, then Tab,
 * moves the focus out.
 */
export function CodeEditor(
  props: Partial<FieldControlProps> & {
    language: CodeLanguage;
    value: string;
    onValueChange: (value: string) => void;
    onBlur?: () => void;
    placeholder?: string;
    /** Line to highlight, counted from 1. */
    markedLine?: number | undefined;
    className?: string;
    inputRef?: Ref<HTMLTextAreaElement>;
  },
) {
  const { language, value, onValueChange, markedLine, className, inputRef, ...control } = props;
  const backdrop = useRef<HTMLPreElement>(null);
  const numbers = useRef<HTMLPreElement>(null);
  const isColoured = value.length <= maxColoured;
  const keys = useIndentation(onValueChange);
  return (
    <div
      className={cn(
        'flex h-32 min-w-0 overflow-hidden rounded-control border border-field bg-card shadow-sheet focus-within:border-cobalt focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-cobalt hover:border-muted',
        control['aria-invalid'] === true && 'border-red',
        className,
      )}
    >
      <Gutter scroller={numbers} count={value.split('\n').length} markedLine={markedLine} />
      <div className="relative min-w-0 flex-1">
        {isColoured && <Coloured scroller={backdrop} code={value} language={language} />}
        <textarea
          {...control}
          {...keys}
          ref={inputRef}
          value={value}
          wrap="off"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          onChange={(event) => onValueChange(event.target.value)}
          onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => {
            backdrop.current?.scrollTo(scrollLeft, scrollTop);
            numbers.current?.scrollTo(0, scrollTop);
          }}
          className={cn(
            type,
            'relative block size-full resize-none bg-transparent px-3 py-2 whitespace-pre caret-ink outline-none placeholder:text-muted',
            isColoured && 'text-transparent forced-colors:text-ink',
          )}
        />
      </div>
    </div>
  );
}

function Gutter({
  scroller,
  count,
  markedLine,
}: {
  scroller: Ref<HTMLPreElement>;
  count: number;
  markedLine: number | undefined;
}) {
  return (
    <pre
      ref={scroller}
      aria-hidden="true"
      className={cn(
        type,
        'figures min-w-9 shrink-0 overflow-hidden border-r border-line bg-sunk px-2 py-2 text-right text-muted select-none',
      )}
    >
      <LineNumbers count={count} markedLine={markedLine} />
    </pre>
  );
}

function LineNumbers({ count, markedLine }: { count: number; markedLine: number | undefined }) {
  if (markedLine === undefined) return numberLines(1, count);
  return (
    <>
      {numberLines(1, markedLine - 1)}
      <span className="font-semibold text-red">{markedLine}</span>
      {'\n'}
      {numberLines(markedLine + 1, count)}
    </>
  );
}

function numberLines(from: number, to: number): string {
  const length = Math.max(0, to - from + 1);
  return Array.from({ length }, (_, index) => `${String(from + index)}\n`).join('');
}

function Coloured({
  scroller,
  code,
  language,
}: {
  scroller: Ref<HTMLPreElement>;
  code: string;
  language: CodeLanguage;
}) {
  const tokens = useMemo(() => tokenize(code, language), [code, language]);
  return (
    <pre
      ref={scroller}
      aria-hidden="true"
      className={cn(
        type,
        'pointer-events-none absolute inset-0 overflow-hidden px-3 py-2 whitespace-pre forced-colors:hidden',
      )}
    >
      {tokens.map((token, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- tokens have no other identity
        <span key={index} className={tokenColors[token.kind]}>
          {token.text}
        </span>
      ))}
      {'\n'}
    </pre>
  );
}

/** Handles Tab: indents by two spaces, unless Escape was pressed just before. */
function useIndentation(onValueChange: (value: string) => void) {
  const isLeaving = useRef(false);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && !isLeaving.current) {
      // The first Escape only enables Tab to move the focus; the second one closes a surrounding
      // dialog.
      isLeaving.current = true;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === 'Tab' && !event.shiftKey && !isLeaving.current) {
      event.preventDefault();
      const { selectionStart, selectionEnd, value } = event.currentTarget;
      event.currentTarget.setRangeText('  ', selectionStart, selectionEnd, 'end');
      onValueChange(`${value.slice(0, selectionStart)}  ${value.slice(selectionEnd)}`);
      return;
    }
    if (event.key !== 'Escape' && event.key !== 'Shift') isLeaving.current = false;
  };
  return { onKeyDown, onFocus: () => (isLeaving.current = false) };
}

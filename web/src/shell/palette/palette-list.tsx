/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a native list cannot be driven from a text field */
import {
  Bookmark,
  FolderOpen,
  Image,
  KeyRound,
  LifeBuoy,
  PanelTop,
  Webhook,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { truncateMiddle } from '../../lib/format/format.ts';
import { cn } from '../../lib/cn.ts';
import { paletteMessages as messages } from '../../lib/messages/shell.ts';
import type { EntryKind, PaletteEntry } from './entries.rules.ts';

const signs: Record<EntryKind, LucideIcon> = {
  action: Zap,
  page: PanelTop,
  project: FolderOpen,
  apiKey: KeyRound,
  webhook: Webhook,
  setting: Bookmark,
  ticket: LifeBuoy,
  file: Image,
};

/** Returns the element ID of the option at `index`. */
export function optionId(index: number): string {
  return `palette-option-${String(index)}`;
}

/** List of the matching entries; the active one is marked and scrolled into view. */
export function PaletteList(props: {
  id: string;
  entries: readonly PaletteEntry[];
  active: number;
  query: string;
  onPoint: (id: string) => void;
  onChoose: (entry: PaletteEntry) => void;
}) {
  const { entries, active, query } = props;
  const list = useRef<HTMLDivElement>(null);
  const activeId = entries[active]?.id;
  useEffect(() => {
    if (activeId === undefined) return;
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <>
      <div
        ref={list}
        id={props.id}
        role="listbox"
        aria-label={messages.results}
        className="min-h-0 overflow-y-auto overscroll-contain p-2 empty:p-0"
      >
        {entries.map((entry, index) => (
          <Option
            key={entry.id}
            entry={entry}
            index={index}
            isActive={index === active}
            onPoint={() => props.onPoint(entry.id)}
            onChoose={() => props.onChoose(entry)}
          />
        ))}
      </div>
      {entries.length === 0 && (
        <div className="grid gap-1 px-5 py-8 text-center">
          <p className="font-semibold [overflow-wrap:anywhere]">
            {messages.nothing(truncateMiddle(query, 60))}
          </p>
          <p className="text-table text-muted">{messages.nothingHelp}</p>
        </div>
      )}
      <output className="sr-only">
        {entries.length === 0 ? messages.nothing(query) : messages.count(entries.length)}
      </output>
    </>
  );
}

function Option(props: {
  entry: PaletteEntry;
  index: number;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}) {
  const { entry, isActive } = props;
  const Sign = signs[entry.kind];
  return (
    // The combobox handles the keys; an option never has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={optionId(props.index)}
      role="option"
      aria-selected={isActive}
      onMouseMove={() => !isActive && props.onPoint()}
      onClick={props.onChoose}
      className={cn(
        'flex min-h-9 cursor-default items-center gap-3 rounded-control px-3 py-1.5 select-none pointer-coarse:min-h-11',
        isActive && 'bg-cobalt-wash',
      )}
    >
      <Sign
        aria-hidden="true"
        strokeWidth={1.75}
        className={cn('size-4 shrink-0 text-muted', isActive && 'text-cobalt')}
      />
      <span
        className={cn('min-w-0 flex-1 truncate', entry.kind === 'file' && 'font-mono text-table')}
      >
        {entry.label}
      </span>
      {entry.kind !== 'action' && entry.detail !== undefined && (
        <span className="max-w-40 shrink truncate font-mono text-label text-muted max-sm:hidden">
          {truncateMiddle(entry.detail, 18)}
        </span>
      )}
      <span className="shrink-0 text-label text-muted">{messages.kinds[entry.kind]}</span>
    </div>
  );
}

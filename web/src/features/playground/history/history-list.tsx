import { useState } from 'react';
import { sameOriginUrl } from '../../../lib/api/same-origin-url.ts';
import { historyMessages as messages } from '../../../lib/messages/captures/playground-history.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Time } from '../../../ui/time.tsx';
import { comparisonOf, type HistoryEntry } from './history.rules.ts';

/** Captures of this tab: a click restores the options of one, and two can be compared. */
export function HistoryList(props: {
  entries: readonly HistoryEntry[];
  onRestore: (entry: HistoryEntry) => void;
}) {
  const { entries } = props;
  const [selected, setSelected] = useState<readonly string[]>([]);
  const comparison = comparisonOf(entries, selected);
  if (entries.length === 0) return null;
  const toggle = (id: string, isOn: boolean) =>
    // The third selection replaces the first one.
    setSelected((before) =>
      [...before.filter((one) => one !== id), ...(isOn ? [id] : [])].slice(-2),
    );
  return (
    <section aria-labelledby="playground-history" className="grid min-w-0 content-start gap-3">
      <div className="flex min-h-6 items-baseline justify-between gap-3">
        <h2 id="playground-history" className="text-table font-medium">
          {messages.title}
        </h2>
        {comparison !== undefined && (
          <ButtonLink variant="link" className="text-table" to={comparison}>
            {messages.compare}
          </ButtonLink>
        )}
      </div>
      {comparison === undefined && entries.filter(({ isImage }) => isImage).length > 1 && (
        <p className="-mt-2 text-label text-muted">{messages.compareHelp}</p>
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-3 gap-y-4">
        {entries.map((entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            isSelected={selected.includes(entry.id)}
            onSelect={(isOn) => toggle(entry.id, isOn)}
            onRestore={() => props.onRestore(entry)}
          />
        ))}
      </ul>
    </section>
  );
}

function Entry(props: {
  entry: HistoryEntry;
  isSelected: boolean;
  onSelect: (isOn: boolean) => void;
  onRestore: () => void;
}) {
  const { entry } = props;
  const name = nameOf(entry);
  return (
    <li className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1">
      <button
        type="button"
        aria-label={messages.restore(name)}
        onClick={props.onRestore}
        className="block aspect-video overflow-hidden rounded-control border border-line bg-sunk hover:border-cobalt"
      >
        {entry.thumbnailUrl !== null && (
          <img
            src={sameOriginUrl(entry.thumbnailUrl)}
            alt=""
            loading="lazy"
            decoding="async"
            className="block h-auto w-full"
          />
        )}
      </button>
      <p className="truncate font-mono text-label" title={name}>
        {name}
      </p>
      <div className="flex min-h-6 items-center justify-between gap-2 text-label text-muted">
        <Time value={entry.createdAt} display="age" />
        {entry.isImage && (
          <Checkbox
            label={messages.compareOne(name)}
            isChecked={props.isSelected}
            onChange={props.onSelect}
          />
        )}
      </div>
    </li>
  );
}

/** Returns the URL without its scheme. */
function nameOf({ form }: HistoryEntry): string {
  if (form.mode === 'html') return messages.html;
  return form.url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

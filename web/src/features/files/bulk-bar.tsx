import type { StoredFile } from '@shotwright/contract';
import { formatCount } from '../../lib/format.ts';
import { fileMessages as words } from '../../lib/messages/files.ts';
import { Button } from '../../ui/button.tsx';
import { hasPicture } from './files.rules.ts';
import type { Selection } from './selection.ts';

/** What is ticked and what else can be done with it; selecting everything is a step of its own. */
export function BulkBar(props: {
  selection: Selection;
  selected: readonly StoredFile[];
  /** How many files the page shows. */
  pageCount: number;
  matches: readonly StoredFile[] | undefined;
  onCompare: (files: readonly StoredFile[]) => void;
}) {
  const { selection, selected, matches = [] } = props;
  if (selected.length === 0) return <output className="sr-only" />;
  const canSelectAll = selected.length >= props.pageCount && selected.length < matches.length;
  const isPair = selected.length === 2 && selected.every(hasPicture);
  return (
    <output className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 rounded-card bg-cobalt-wash px-4 py-1.5">
      <span className="figures font-medium">{words.selected(formatCount(selected.length))}</span>
      {canSelectAll && (
        <Button
          variant="link"
          className="min-h-6"
          onClick={() => selection.selectAll(matches.map(({ id }) => id))}
        >
          {words.selectAllResults(formatCount(matches.length))}
        </Button>
      )}
      {isPair && (
        <Button variant="link" className="min-h-6" onClick={() => props.onCompare(selected)}>
          {words.compare}
        </Button>
      )}
      <Button variant="ghost" size="sm" onClick={selection.clear} className="ml-auto">
        {words.clearSelection}
      </Button>
    </output>
  );
}

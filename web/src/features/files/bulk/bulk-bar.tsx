import type { Project, StoredFile } from '@shotwright/contract';
import { useState } from 'react';
import { formatCount, formatSize } from '../../../lib/format/format.ts';
import { fileMessages as messages } from '../../../lib/messages/files.ts';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { BulkDialog, type BulkStep } from './bulk-dialogs.tsx';
import { useRecaptureFiles, useZipFiles } from './bulk.api.ts';
import { canCaptureAgain, hasImage, projectsToMoveTo } from '../files.rules.ts';
import type { Selection } from '../selection.ts';

interface BulkBarProps {
  selection: Selection;
  selected: readonly StoredFile[];
  /** Number of files on the page. */
  pageCount: number;
  matches: readonly StoredFile[] | undefined;
  projects: readonly Project[] | undefined;
  onDelete: (files: readonly StoredFile[]) => void;
}

/** Selection count and bulk actions; selecting all matches is a separate step. */
export function BulkBar(props: BulkBarProps) {
  const { selection, selected } = props;
  const zip = useZipFiles();
  const recapture = useRecaptureFiles();
  const [dialog, setDialog] = useState<{ step: BulkStep; files: readonly StoredFile[] } | null>(
    null,
  );
  const close = () => setDialog(null);
  const isWorking = zip.isPending || recapture.isPending;
  return (
    <>
      <div
        className={
          selected.length > 0 || isWorking
            ? 'flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 rounded-card bg-cobalt-wash px-4 py-1.5'
            : 'sr-only'
        }
      >
        <output className="figures font-medium">
          {selected.length > 0 && messages.selected(formatCount(selected.length))}
        </output>
        {selected.length > 0 && (
          <Choices
            {...props}
            isWorking={isWorking}
            onZip={() => zip.start(selected.map(({ id }) => id))}
            onAsk={(step) => setDialog({ step, files: selected })}
          />
        )}
        {zip.isPending && (
          <Work name={messages.zipping} onStop={zip.stop}>
            {formatSize(zip.bytes)}
          </Work>
        )}
        {recapture.isPending && (
          <Work name={messages.recapturing} onStop={recapture.stop}>
            {messages.progress(formatCount(recapture.done), formatCount(recapture.total))}
          </Work>
        )}
        {selected.length > 0 && (
          <Button variant="ghost" size="sm" onClick={selection.clear} className="ml-auto">
            {messages.clearSelection}
          </Button>
        )}
      </div>
      {dialog && (
        <BulkDialog
          {...dialog}
          projects={props.projects ?? []}
          onClose={close}
          onMoved={selection.clear}
          onRecapture={recapture.start}
        />
      )}
    </>
  );
}

/** Bulk actions that the selected files allow. */
function Choices(
  props: BulkBarProps & {
    isWorking: boolean;
    onZip: () => void;
    onAsk: (step: BulkStep) => void;
  },
) {
  const { selection, selected, matches = [], projects = [], isWorking, onAsk } = props;
  const canSelectAll = selected.length >= props.pageCount && selected.length < matches.length;
  const isPair = selected.length === 2 && selected.every(hasImage);
  const choices = [
    canSelectAll && {
      label: messages.selectAllResults(formatCount(matches.length)),
      onClick: () => selection.selectAll(matches.map(({ id }) => id)),
    },
    isPair && { label: messages.compare, onClick: () => onAsk('compare') },
    selected.some(hasImage) && {
      label: messages.downloadZip,
      onClick: props.onZip,
      isDisabled: isWorking,
    },
    projectsToMoveTo(selected, projects).length > 0 && {
      label: messages.move,
      onClick: () => onAsk('move'),
    },
    selected.some(canCaptureAgain) && {
      label: messages.recapture,
      onClick: () => onAsk('recapture'),
      isDisabled: isWorking,
    },
    { label: messages.deleteSelected, onClick: () => props.onDelete(selected) },
  ];
  return choices
    .filter((choice) => choice !== false)
    .map(({ label, onClick, isDisabled }) => (
      <Button
        key={label}
        variant="link"
        className="min-h-6"
        disabled={isDisabled === true}
        onClick={onClick}
      >
        {label}
      </Button>
    ));
}

/** Progress of a long operation: its name is announced once, the progress is shown next to it. */
function Work(props: { name: string; onStop: () => void; children: string }) {
  return (
    <span className="figures flex items-center gap-2 text-table text-muted">
      <Spinner />
      <output>{props.name}</output>
      <span>{props.children}</span>
      <Button variant="link" className="min-h-6" onClick={props.onStop}>
        {messages.stop}
      </Button>
    </span>
  );
}

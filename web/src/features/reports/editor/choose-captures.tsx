import type { StoredFile } from '@shotwright/contract';
import { textLimits } from '@shotwright/contract/paths';
import { useState } from 'react';
import { formatAge } from '../../../lib/format/format.ts';
import { cn } from '../../../lib/cn.ts';
import { reportEditorMessages as messages } from '../../../lib/messages/captures/reports.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { LoadError } from '../../../ui/empty-state.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Thumbnail } from '../../files/thumbnail.tsx';
import type { Choice } from '../report.rules.ts';
import { useCaptureChoices } from '../reports.api.ts';

interface ChooseCapturesProps {
  isOpen: boolean;
  /** Number of captures that can be added. */
  room: number;
  onClose: () => void;
  onChoose: (choices: readonly Choice[]) => void;
}

/** Dialog that adds captures to a report. */
export function ChooseCaptures(props: ChooseCapturesProps) {
  return (
    <Dialog
      open={props.isOpen}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={messages.chooseTitle}
      description={messages.chooseText}
      size="wide"
    >
      <Choices {...props} />
    </Dialog>
  );
}

const typingMs = 250;

function Choices({ isOpen, room, onClose, onChoose }: ChooseCapturesProps) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly StoredFile[]>([]);
  const settled = useDebounced(search.trim(), typingMs);
  const query = useCaptureChoices(settled, isOpen);
  const files = query.data?.screenshots.filter(({ thumbnailUrl }) => thumbnailUrl !== null);
  const toggle = (file: StoredFile) =>
    setChosen(
      chosen.some(({ id }) => id === file.id)
        ? chosen.filter(({ id }) => id !== file.id)
        : [...chosen, file],
    );
  return (
    <div className="grid gap-4">
      <SearchInput
        label={messages.search}
        value={search}
        onChange={setSearch}
        maxLength={textLimits.searchText}
      />
      {query.isError && files === undefined ? (
        <LoadError
          title={messages.chooseFailed}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <ChoiceGrid
          files={files}
          chosen={chosen}
          isFull={chosen.length >= room}
          onToggle={toggle}
        />
      )}
      <DialogActions className="mt-0">
        {chosen.length >= room && (
          <p className="mr-auto self-center text-table text-muted">{messages.full}</p>
        )}
        <Button variant="outline" onClick={onClose}>
          {messages.cancel}
        </Button>
        <Button
          disabled={chosen.length === 0}
          onClick={() => {
            onChoose(chosen.map(choiceOf));
            onClose();
          }}
        >
          {messages.addCount(chosen.length)}
        </Button>
      </DialogActions>
    </div>
  );
}

function ChoiceGrid(props: {
  files: readonly StoredFile[] | undefined;
  chosen: readonly StoredFile[];
  isFull: boolean;
  onToggle: (file: StoredFile) => void;
}) {
  const { files, chosen } = props;
  if (files === undefined) return <Skeleton className="h-64 w-full" />;
  if (files.length === 0)
    return <p className="py-8 text-center text-table text-muted">{messages.noMatch}</p>;
  return (
    <ul className="grid max-h-[50dvh] grid-cols-2 gap-3 overflow-y-auto p-1 sm:grid-cols-3">
      {files.map((file) => {
        const isChosen = chosen.some(({ id }) => id === file.id);
        return (
          <li key={file.id} className="min-w-0">
            <ChoiceCard
              file={file}
              isChosen={isChosen}
              isDisabled={props.isFull && !isChosen}
              onToggle={() => props.onToggle(file)}
            />
          </li>
        );
      })}
    </ul>
  );
}

function ChoiceCard(props: {
  file: StoredFile;
  isChosen: boolean;
  isDisabled: boolean;
  onToggle: () => void;
}) {
  const { file, isChosen } = props;
  const { url = messages.html, thumbnailUrl, createdAt } = file;
  return (
    <label
      className={cn(
        'relative grid min-w-0 cursor-pointer overflow-hidden rounded-control border border-line bg-card has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cobalt',
        isChosen && 'border-cobalt bg-cobalt-wash ring-1 ring-cobalt',
        props.isDisabled && 'cursor-default opacity-45',
      )}
    >
      <input
        type="checkbox"
        checked={isChosen}
        disabled={props.isDisabled}
        onChange={props.onToggle}
        className="absolute top-2 left-2 z-[1] size-4 accent-cobalt"
      />
      <span className="block h-24 overflow-hidden border-b border-line bg-sunk">
        {thumbnailUrl !== null && <Thumbnail url={thumbnailUrl} />}
      </span>
      <span className="grid min-w-0 gap-0.5 p-2 text-label">
        <span className="truncate font-mono">{url}</span>
        <span className="figures text-muted">{formatAge(createdAt)}</span>
      </span>
    </label>
  );
}

function choiceOf(file: StoredFile): Choice {
  return {
    screenshotId: file.id,
    url: file.url ?? null,
    status: file.status,
    capturedAt: file.createdAt,
    thumbnailUrl: file.thumbnailUrl,
  };
}

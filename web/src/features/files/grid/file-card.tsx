import { memo } from 'react';
import { cn } from '../../../lib/cn.ts';
import { formatOf } from '../../../lib/format/file-format.ts';
import { formatSize } from '../../../lib/format/format.ts';
import { rowAttributes, rowOpenAttributes } from '../../../lib/keyboard/list-keys.ts';
import { fileMessages as messages } from '../../../lib/messages/files.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { MiddleEllipsis } from '../../../ui/middle-ellipsis.tsx';
import { ScreenshotBadge } from '../../../ui/screenshot-badge.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Time } from '../../../ui/time.tsx';
import { FileActions } from '../file-actions.tsx';
import { FailureReason, FileBadges } from '../file-facts.tsx';
import type { FileRowProps } from '../file-row.tsx';
import { hasImage, isInProgress, sourceOf } from '../files.rules.ts';
import { Thumbnail } from '../thumbnail.tsx';

/** Card of one capture; rendered again only when its own props change. */
export const FileCard = memo(Card);

function Card(props: FileRowProps) {
  const { file, project } = props;
  const source = sourceOf(file);
  return (
    <li
      {...rowAttributes}
      data-file={file.id}
      className={cn(
        'grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto] overflow-hidden rounded-card border border-line bg-card shadow-sheet transition-opacity',
        props.isSelected && 'border-cobalt bg-cobalt-wash',
        props.isLeaving && 'opacity-45',
      )}
    >
      <Frame {...props} />
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1 px-3 pt-2">
        {file.url === undefined ? (
          <span title={source}>{source}</span>
        ) : (
          <MiddleEllipsis text={source} className="font-mono text-label" />
        )}
        <span className="figures flex justify-between gap-2 text-label text-muted">
          <Time value={file.createdAt} />
          {file.screenshotImageSize === null ? '-' : formatSize(file.screenshotImageSize)}
        </span>
        <FileBadges file={file} check={props.check} />
        <FailureReason
          file={file}
          onPreview={props.onPreview}
          onCaptureAgain={props.onCaptureAgain}
        />
      </div>
      <div className="flex items-center justify-between gap-2 py-1 pr-1 pl-3">
        <span className="min-w-0 truncate text-label text-muted">
          {project ?? `#${String(file.projectId)}`}
        </span>
        <FileActions {...props} />
      </div>
    </li>
  );
}

/** Thumbnail with the checkbox; a file without an image shows its status instead. */
function Frame({ file, isSelected, onToggle, onPreview }: FileRowProps) {
  const canOpen = hasImage(file) || file.status === 'FAILED';
  return (
    <div className="relative aspect-4/3 border-b border-line bg-sunk">
      {/* The preview button among the actions does the same by keyboard. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        disabled={!canOpen}
        onClick={() => onPreview(file)}
        {...rowOpenAttributes}
        className="absolute inset-0 grid place-items-center overflow-hidden contain-strict"
      >
        {hasImage(file) && file.thumbnailUrl !== null ? (
          <span className="absolute inset-0">
            <Thumbnail url={file.thumbnailUrl} />
          </span>
        ) : (
          isInProgress(file) && <Spinner />
        )}
        {file.previewUrl !== undefined && (
          <span className="absolute right-0 bottom-0 bg-ink px-1 text-label font-medium text-white">
            {formatOf(file.screenshotUrl)}
          </span>
        )}
      </button>
      <Checkbox
        label={messages.selectFile(sourceOf(file))}
        isChecked={isSelected}
        onChange={(isChecked, isRange) => onToggle(file.id, isChecked, isRange)}
        className="absolute top-1.5 left-1.5 rounded-control bg-card shadow-sheet"
      />
      {file.status !== 'COMPLETE' && (
        <span className="pointer-events-none absolute top-2 right-2">
          <ScreenshotBadge status={file.status} />
        </span>
      )}
    </div>
  );
}

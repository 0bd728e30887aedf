import type { BaselineCheck, StoredFile } from '@shotwright/contract';
import { memo } from 'react';
import { cn } from '../../lib/cn.ts';
import { formatOf } from '../../lib/format/file-format.ts';
import { formatDuration, formatSize } from '../../lib/format/format.ts';
import { rowAttributes } from '../../lib/keyboard/list-keys.ts';
import { fileMessages as messages } from '../../lib/messages/files.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { ScreenshotBadge } from '../../ui/screenshot-badge.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { FileActions, type FileRowActions } from './file-actions.tsx';
import { FailureReason, FileBadges } from './file-facts.tsx';
import { creditsOf, hasImage, isInProgress, sourceOf } from './files.rules.ts';
import type { Selection } from './selection.ts';
import { Thumbnail } from './thumbnail.tsx';

const { columns } = messages;

/** One capture, its selection and its actions. */
export interface FileRowProps extends FileRowActions {
  file: StoredFile;
  /** Result of comparing it with its baseline. */
  check: BaselineCheck | undefined;
  project: string | undefined;
  isSelected: boolean;
  onToggle: Selection['toggle'];
  isDownloading: boolean;
  isLeaving: boolean;
}

/** Table row of one capture; rendered again only when its own props change. */
export const FileRow = memo(Capture);

function Capture(props: FileRowProps) {
  const { file } = props;
  const canOpen = hasImage(file) || file.status === 'FAILED';
  const isBillingOn = useIsBillingOn();
  return (
    <Row
      {...rowAttributes}
      data-file={file.id}
      isMarked={props.isSelected}
      isLeaving={props.isLeaving}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target === event.currentTarget && canOpen)
          props.onPreview(file);
      }}
    >
      <Cell label={messages.selectFile('')} className="@xl:w-px @xl:pr-0">
        <Checkbox
          label={messages.selectFile(sourceOf(file))}
          isChecked={props.isSelected}
          onChange={(isChecked, isRange) => props.onToggle(file.id, isChecked, isRange)}
        />
      </Cell>
      <Cell label={columns.status} className="@xl:w-px @xl:whitespace-nowrap">
        <Status file={file} onPreview={props.onPreview} />
      </Cell>
      <Cell label={columns.source} className="@xl:w-1/2 @xl:max-w-0 @xl:min-w-44">
        <Source {...props} />
      </Cell>
      <Cell label={columns.size} isNumber className="whitespace-nowrap">
        {file.screenshotImageSize === null ? '-' : formatSize(file.screenshotImageSize)}
      </Cell>
      <Cell label={columns.project} className="@xl:max-w-40 @xl:min-w-20">
        {props.project ?? `#${String(file.projectId)}`}
      </Cell>
      {isBillingOn && (
        <Cell label={columns.credits} isNumber>
          {creditsOf(file)}
        </Cell>
      )}
      <Cell label={columns.duration} isNumber>
        {formatDuration(file.duration)}
      </Cell>
      <Cell label={columns.created} className="whitespace-nowrap">
        <Time value={file.createdAt} />
      </Cell>
      <Cell label={columns.actions} className="@xl:w-px">
        <FileActions {...props} />
      </Cell>
    </Row>
  );
}

function Status({ file, onPreview }: { file: StoredFile } & Pick<FileRowActions, 'onPreview'>) {
  const frame = 'relative size-14 shrink-0 border border-line bg-sunk contain-strict';
  return (
    <span className="flex items-center gap-3 @max-xl:flex-row-reverse">
      {hasImage(file) && file.thumbnailUrl !== null ? (
        // The preview button in the row's actions does the same by keyboard.
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => onPreview(file)}
          className={frame}
        >
          <Thumbnail url={file.thumbnailUrl} />
          {file.previewUrl !== undefined && (
            <span className="absolute right-0 bottom-0 bg-ink px-1 text-label font-medium text-white">
              {formatOf(file.screenshotUrl)}
            </span>
          )}
        </button>
      ) : (
        <span className={cn(frame, 'grid place-items-center text-muted')}>
          {isInProgress(file) && <Spinner />}
        </span>
      )}
      <ScreenshotBadge status={file.status} />
    </span>
  );
}

function Source({
  file,
  check,
  onPreview,
  onCaptureAgain,
}: Pick<FileRowProps, 'file' | 'check' | 'onPreview' | 'onCaptureAgain'>) {
  const source = sourceOf(file);
  return (
    <span className="grid min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start gap-0.5 @max-xl:justify-items-end @max-xl:text-right">
      {file.url === undefined ? (
        <span title={source}>{source}</span>
      ) : (
        <MiddleEllipsis text={source} className="font-mono text-label" />
      )}
      <FileBadges file={file} check={check} className="@max-xl:justify-end" />
      <FailureReason
        file={file}
        onPreview={onPreview}
        onCaptureAgain={onCaptureAgain}
        className="@max-xl:justify-end"
      />
    </span>
  );
}

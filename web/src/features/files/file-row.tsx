import type { BaselineCheck, StoredFile } from '@shotwright/contract';
import { CircleStop, Copy, Download, Eye, Link2, PenLine, RotateCw, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { cn } from '../../lib/cn.ts';
import { formatOf } from '../../lib/format/file-format.ts';
import { formatDuration, formatSize } from '../../lib/format/format.ts';
import { rowAttributes } from '../../lib/keyboard/list-keys.ts';
import { annotatedCopyMessages } from '../../lib/messages/captures/annotations.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import { fileMessages as messages } from '../../lib/messages/files.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { Badge } from '../../ui/badge.tsx';
import { ScreenshotBadge } from '../../ui/screenshot-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconButton, RowMenu } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx';
import { Cell, Row } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { VerdictBadge } from '../../ui/verdict-badge.tsx';
import { copyText, copyUrl } from '../../lib/copy.ts';
import { BaselineRowBadge } from '../baselines/baseline-badge.tsx';
import {
  annotationUrl,
  canCaptureAgain,
  creditsOf,
  hasImage,
  isInProgress,
  sourceOf,
} from './files.rules.ts';
import type { Selection } from './selection.ts';
import { IfRight, useRights } from '../accounts/session/rights.tsx';
import { Thumbnail } from './thumbnail.tsx';

const { columns } = messages;

// Identical in every row: created once, so that they are not rendered again when a row is reused.
const icons = {
  preview: <Eye aria-hidden="true" />,
  download: <Download aria-hidden="true" />,
  delete: <Trash2 aria-hidden="true" />,
  copyLink: <Link2 />,
  annotate: <PenLine />,
  cancel: <CircleStop />,
  again: <RotateCw />,
  copy: <Copy />,
} as const;

/** Actions of a row that the list handles. */
export interface FileRowActions {
  readonly onPreview: (file: StoredFile) => void;
  readonly onDownload: (file: StoredFile) => void;
  readonly onDelete: (file: StoredFile) => void;
  readonly onCaptureAgain: (file: StoredFile) => void;
  readonly onCancel: (file: StoredFile) => void;
}

interface FileRowProps extends FileRowActions {
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
      <span className="flex flex-wrap items-center gap-1 empty:hidden @max-xl:justify-end">
        {!file.livemode && <Badge tone="blue">{commonMessages.test}</Badge>}
        {file.annotatedFrom !== undefined && (
          <Badge tone="grey">{annotatedCopyMessages.badge}</Badge>
        )}
        <VerdictBadge verdict={file.verdict} />
        {check && <BaselineRowBadge check={check} source={source} />}
      </span>
      {file.status === 'FAILED' && (
        <span className="flex flex-wrap items-center gap-x-2 text-label text-red @max-xl:justify-end">
          {file.error}
          <IfRight right="edit">
            <Button
              variant="link"
              className="min-h-6 text-label"
              onClick={() => onCaptureAgain(file)}
            >
              {messages.retry}
            </Button>
          </IfRight>
          <Button
            variant="link"
            className="min-h-6 text-label"
            aria-label={messages.detailsOf(source)}
            onClick={() => onPreview(file)}
          >
            {messages.details}
          </Button>
        </span>
      )}
    </span>
  );
}

function FileActions(props: FileRowActions & { file: StoredFile; isDownloading: boolean }) {
  const { file } = props;
  const source = sourceOf(file);
  const canSee = hasImage(file);
  const mayEdit = useRights()('edit');
  return (
    <span className="flex justify-end gap-0.5 @max-xl:-mr-2">
      <IconButton
        label={messages.preview(source)}
        disabled={!canSee}
        onClick={() => props.onPreview(file)}
      >
        {icons.preview}
      </IconButton>
      <IconButton
        label={messages.download(source)}
        disabled={!canSee || props.isDownloading}
        onClick={() => props.onDownload(file)}
      >
        {props.isDownloading ? <Spinner /> : icons.download}
      </IconButton>
      {mayEdit && (
        <IconButton
          label={messages.delete(source)}
          isDestructive
          onClick={() => props.onDelete(file)}
        >
          {icons.delete}
        </IconButton>
      )}
      <RowMenu subject={file.id} label={messages.more(source)} items={menuOf(props, mayEdit)} />
    </span>
  );
}

function menuOf(
  { file, onCaptureAgain, onCancel }: FileRowActions & { file: StoredFile },
  mayEdit: boolean,
) {
  const annotateTo = annotationUrl(file);
  const texts = { done: messages.requestIdCopied, failed: messages.copyFailed };
  const items = [
    hasImage(file) && {
      label: messages.copyLink,
      icon: icons.copyLink,
      onSelect: () => void copyUrl(file.screenshotUrl ?? ''),
    },
    mayEdit &&
      annotateTo !== undefined && {
        label: annotatedCopyMessages.annotate,
        icon: icons.annotate,
        to: annotateTo,
      },
    mayEdit &&
      isInProgress(file) && {
        label: messages.cancelCapture,
        icon: icons.cancel,
        onSelect: () => onCancel(file),
      },
    mayEdit &&
      canCaptureAgain(file) && {
        label: messages.recapture,
        icon: icons.again,
        onSelect: () => onCaptureAgain(file),
      },
    {
      label: messages.copyRequestId,
      icon: icons.copy,
      onSelect: () => void copyText(file.id, texts),
    },
  ];
  return items.filter((item) => item !== false);
}

import type { StoredFile } from '@shotwright/contract';
import { CircleStop, Copy, Download, Eye, Link2, PenLine, RotateCw, Trash2 } from 'lucide-react';
import { copyText, copyUrl } from '../../lib/copy.ts';
import { annotatedCopyMessages } from '../../lib/messages/captures/annotations.ts';
import { fileMessages as messages } from '../../lib/messages/files.ts';
import { useEventCallback } from '../../lib/use-event-callback.ts';
import { IconButton, RowMenu } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useRights } from '../accounts/session/rights.tsx';
import { annotationUrl, canCaptureAgain, hasImage, isInProgress, sourceOf } from './files.rules.ts';

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

/** Actions of a file that the list handles. */
export interface FileRowActions {
  readonly onPreview: (file: StoredFile) => void;
  readonly onDownload: (file: StoredFile) => void;
  readonly onDelete: (file: StoredFile) => void;
  readonly onCaptureAgain: (file: StoredFile) => void;
  readonly onCancel: (file: StoredFile) => void;
}

/** Returns the same callbacks on every render, so that files that did not change are not rendered again. */
export function useActionCallbacks(actions: FileRowActions): FileRowActions {
  return {
    onPreview: useEventCallback(actions.onPreview),
    onDownload: useEventCallback(actions.onDownload),
    onDelete: useEventCallback(actions.onDelete),
    onCaptureAgain: useEventCallback(actions.onCaptureAgain),
    onCancel: useEventCallback(actions.onCancel),
  };
}

/** Buttons and menu of a file. */
export function FileActions(props: FileRowActions & { file: StoredFile; isDownloading: boolean }) {
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

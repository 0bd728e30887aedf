import { reportLimits } from '@shotwright/contract/paths';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { cn } from '../../../lib/cn.ts';
import { reportEditorMessages as messages } from '../../../lib/messages/captures/reports.ts';
import { Textarea } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MiddleEllipsis } from '../../../ui/middle-ellipsis.tsx';
import { Time } from '../../../ui/time.tsx';
import { Thumbnail } from '../../files/thumbnail.tsx';
import type { DraftItem } from '../report.rules.ts';

interface ReportItemRowProps {
  item: DraftItem;
  /** Counted from 0. */
  position: { readonly at: number; readonly of: number };
  isDragged: boolean;
  onMove: (at: number, step: -1 | 1) => void;
  onCaption: (caption: string) => void;
  onRemove: () => void;
}

/** A capture of a report with its caption, and the buttons that move it. */
export function ReportItemRow(props: ReportItemRowProps) {
  const { item, position, isDragged } = props;
  const { at } = position;
  return (
    <li
      data-key={item.key}
      className={cn(
        'grid grid-cols-[minmax(0,1fr)_auto] gap-3 rounded-card border border-line bg-card p-3 shadow-sheet sm:grid-cols-[auto_8rem_minmax(0,1fr)_auto]',
        isDragged && 'border-cobalt opacity-60',
      )}
    >
      <Handle />
      <span className="h-24 w-32 overflow-hidden rounded-control border border-line bg-sunk">
        {item.thumbnailUrl !== null && <Thumbnail url={item.thumbnailUrl} />}
      </span>
      <Buttons {...props} />
      <div className="col-span-full grid min-w-0 content-start gap-2 sm:col-span-1 sm:col-start-3 sm:row-start-1">
        <Facts item={item} />
        <Textarea
          aria-label={messages.caption(at + 1)}
          placeholder={messages.captionHint}
          className="min-h-14"
          rows={2}
          maxLength={reportLimits.captionLength}
          value={item.caption}
          onChange={(event) => props.onCaption(event.target.value)}
        />
      </div>
    </li>
  );
}

/** Area by which a mouse drags the item; the buttons do the same for keyboards and touch. */
function Handle() {
  return (
    <span
      draggable
      title={messages.drag}
      className="grid w-5 cursor-grab place-items-center text-faint max-sm:hidden"
    >
      <GripVertical aria-hidden="true" className="size-4" />
    </span>
  );
}

function Buttons({ position: { at, of }, onMove, onRemove }: ReportItemRowProps) {
  return (
    <span className="flex flex-col items-end justify-start gap-1 max-sm:flex-row max-sm:flex-wrap max-sm:content-start">
      <IconButton
        data-move="up"
        label={messages.up(at + 1)}
        disabled={at === 0}
        onClick={() => onMove(at, -1)}
      >
        <ArrowUp aria-hidden="true" />
      </IconButton>
      <IconButton
        data-move="down"
        label={messages.down(at + 1)}
        disabled={at === of - 1}
        onClick={() => onMove(at, 1)}
      >
        <ArrowDown aria-hidden="true" />
      </IconButton>
      <IconButton label={messages.remove(at + 1)} isDestructive onClick={onRemove}>
        <X aria-hidden="true" />
      </IconButton>
    </span>
  );
}

function Facts({ item }: { item: DraftItem }) {
  const { screenshotId, url, status, capturedAt, thumbnailUrl } = item;
  if (screenshotId === null)
    return <p className="text-table text-amber">{messages.deletedCapture}</p>;
  return (
    <div className="grid min-w-0 gap-0.5 text-label text-muted">
      <MiddleEllipsis text={url ?? messages.html} className="font-mono" />
      {capturedAt !== null && <Time value={capturedAt} display="second" />}
      {thumbnailUrl === null && (
        <span className="text-amber">
          {status === 'FAILED' ? messages.failed : messages.pending}
        </span>
      )}
    </div>
  );
}

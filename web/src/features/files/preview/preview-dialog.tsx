import { Dialog as Base } from '@base-ui/react/dialog';
import type { StoredFile } from '@shotwright/contract';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cn } from '../../../lib/cn.ts';
import { formatCount, truncateMiddle } from '../../../lib/format/format.ts';
import { commonMessages } from '../../../lib/messages/common.ts';
import { previewMessages as messages } from '../../../lib/messages/files.ts';
import { Button } from '../../../ui/button.tsx';
import { dialogClasses } from '../../../ui/dialog.tsx';
import { FileDetails, type PreviewActions } from './file-details.tsx';
import { hasImage, sourceOf } from '../files.rules.ts';
import { PreviewImage, ZoomControls } from './preview-image.tsx';
import { actualPixels, fitted, stepZoom, type Zoom } from './zoom.rules.ts';

interface PreviewDialogProps extends PreviewActions {
  file: StoredFile;
  project: string | undefined;
  /** Files that the arrow keys navigate through. */
  among: readonly StoredFile[];
  onOpen: (id: string) => void;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}

/** Full-window preview of a screenshot: arrow keys move to its neighbours, `+ - 0 1` zoom. */
export function PreviewDialog(props: PreviewDialogProps) {
  const { file, among } = props;
  const [zoom, setZoom] = useState<Zoom>(fitted);
  const imageRef = useRef<HTMLElement>(null);
  const at = among.findIndex(({ id }) => id === file.id);
  const move = (step: number) => {
    const neighbour = at === -1 ? undefined : among[at + step];
    if (neighbour === undefined) return;
    setZoom(fitted);
    if (imageRef.current) imageRef.current.scrollTop = 0;
    props.onOpen(neighbour.id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => move(-1),
      ArrowRight: () => move(1),
      '+': () => setZoom(stepZoom(zoom, 1)),
      '=': () => setZoom(stepZoom(zoom, 1)),
      '-': () => setZoom(stepZoom(zoom, -1)),
      '0': () => setZoom(fitted),
      '1': () => setZoom(actualPixels),
    };
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  return (
    <Base.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Base.Portal>
        <Base.Backdrop className={dialogClasses.backdrop} />
        <Base.Popup
          // Not a button with a tooltip, because an open tooltip captures the first Escape.
          initialFocus={imageRef}
          finalFocus={props.finalFocus}
          onKeyDown={onKeyDown}
          className={cn(dialogClasses.popup, 'h-[calc(100dvh-2rem)] max-w-[100rem]')}
        >
          <PreviewHeader source={sourceOf(file)} at={at} count={among.length} onMove={move}>
            {hasImage(file) && <ZoomControls zoom={zoom} onZoom={setZoom} />}
          </PreviewHeader>
          <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-y-auto">
            <PreviewImage file={file} zoom={zoom} scrollRef={imageRef} />
            <FileDetails {...props} />
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function PreviewHeader(props: {
  source: string;
  at: number;
  count: number;
  onMove: (step: number) => void;
  children: ReactNode;
}) {
  const { at, count } = props;
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 pr-2 pl-5">
      <Base.Title
        title={props.source}
        className="min-w-0 flex-1 basis-24 truncate font-mono text-table font-medium"
      >
        {truncateMiddle(props.source, 90)}
      </Base.Title>
      {props.children}
      <span className="flex items-center gap-1">
        <Button
          variant="ghost"
          size="icon"
          aria-label={messages.previous}
          disabled={at <= 0}
          onClick={() => props.onMove(-1)}
        >
          <ChevronLeft aria-hidden="true" />
        </Button>
        <output className="figures min-w-16 text-center text-table text-muted">
          {at >= 0 && messages.position(formatCount(at + 1), formatCount(count))}
        </output>
        <Button
          variant="ghost"
          size="icon"
          aria-label={messages.next}
          disabled={at === -1 || at >= count - 1}
          onClick={() => props.onMove(1)}
        >
          <ChevronRight aria-hidden="true" />
        </Button>
        <Base.Close
          aria-label={commonMessages.close}
          render={<Button variant="ghost" size="icon" className="text-muted" />}
        >
          <X aria-hidden="true" />
        </Base.Close>
      </span>
    </header>
  );
}

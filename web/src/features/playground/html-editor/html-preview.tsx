import { previewFramePath } from '@shotwright/contract/paths';
import { useEffect, useRef, useState } from 'react';
import { cn } from '../../../lib/cn.ts';
import { htmlEditorMessages as messages } from '../../../lib/messages/playground.ts';
import { Viewfinder } from '../../../ui/viewfinder.tsx';

/** Viewport size of a capture. */
export interface ViewportSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Idle time after typing before the preview is rendered again. Units: ms. */
const debounceMs = 300;

/**
 * Preview of the HTML at the size of the capture, scaled down to fit. It cannot reach the
 * dashboard: the iframe has an opaque origin and does not run the HTML's scripts.
 */
export function HtmlPreview(props: {
  html: string;
  size: ViewportSize;
  /** True if the HTML exceeds the size limit of a capture; then a message replaces the preview. */
  isTooLarge: boolean;
  className?: string;
}) {
  const { html, size, isTooLarge } = props;
  const note = isTooLarge
    ? messages.previewTooLarge
    : html.trim() === ''
      ? messages.previewEmpty
      : undefined;
  return (
    <figure className="grid min-w-0 content-start gap-1.5">
      <div
        className={cn(
          'relative grid place-items-center overflow-hidden rounded-control border border-line bg-sunk p-3 shadow-sheet sm:p-4',
          props.className,
        )}
      >
        <PreviewFrame html={isTooLarge ? '' : html} size={size} isHidden={note !== undefined} />
        {note !== undefined && (
          <Viewfinder className="absolute max-w-[80%] px-8 py-7 text-center text-muted">
            <p>{note}</p>
          </Viewfinder>
        )}
      </div>
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-label text-muted">
        <span>{messages.previewNote}</span>
        <span className="figures">{messages.previewSize(size.widthPx, size.heightPx)}</span>
      </figcaption>
    </figure>
  );
}

function PreviewFrame(props: { html: string; size: ViewportSize; isHidden: boolean }) {
  const { html, size } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const isRendered = useRef(false);
  useEffect(() => {
    if (!isLoaded) return undefined;
    const renderPreview = () => {
      isRendered.current = true;
      // An opaque origin cannot be named as the target; only our own pages can be in the iframe.
      frame.current?.contentWindow?.postMessage(html, '*');
    };
    const timer = setTimeout(renderPreview, isRendered.current ? debounceMs : 0);
    return () => clearTimeout(timer);
  }, [html, isLoaded]);
  const [width, height] = [`${String(size.widthPx)}px`, `${String(size.heightPx)}px`];
  return (
    <div className={cn('relative size-full [container-type:size]', props.isHidden && 'invisible')}>
      <iframe
        ref={frame}
        src={previewFramePath}
        title={messages.previewTitle}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
        className="absolute top-1/2 left-1/2 max-w-none bg-white shadow-raised"
        style={{
          width,
          height,
          // `tan(atan2())` converts the ratio of two lengths to a number.
          transform: `translate(-50%, -50%) scale(min(1, tan(atan2(100cqw, ${width})), tan(atan2(100cqh, ${height}))))`,
        }}
      />
    </div>
  );
}

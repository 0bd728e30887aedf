import { previewFramePath } from '@shotwright/contract';
import { useEffect, useRef, useState } from 'react';
import { cn } from '../../lib/cn.ts';
import { htmlEditorMessages as words } from '../../lib/messages/playground.ts';
import { Viewfinder } from '../../ui/viewfinder.tsx';

/** The viewport of a capture. */
export interface ViewportSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Typing must have rested so long before the page is drawn again. Units: ms. */
const restMs = 300;

/**
 * HTML as a capture will see it, at the capture's size, made smaller to fit. Nothing of it can reach the dashboard: the
 * frame has an origin of its own and runs no script of the HTML.
 */
export function HtmlPreview(props: {
  html: string;
  size: ViewportSize;
  /** More than a capture may hold: not drawn, but said. */
  isTooLarge: boolean;
  className?: string;
}) {
  const { html, size, isTooLarge } = props;
  const note = isTooLarge
    ? words.previewTooLarge
    : html.trim() === ''
      ? words.previewEmpty
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
        <span>{words.previewNote}</span>
        <span className="figures">{words.previewSize(size.widthPx, size.heightPx)}</span>
      </figcaption>
    </figure>
  );
}

function PreviewFrame(props: { html: string; size: ViewportSize; isHidden: boolean }) {
  const { html, size } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const isDrawn = useRef(false);
  useEffect(() => {
    if (!isLoaded) return undefined;
    const draw = () => {
      isDrawn.current = true;
      // An origin of its own has no name to send to; only our own pages can be in the frame.
      frame.current?.contentWindow?.postMessage(html, '*');
    };
    const timer = setTimeout(draw, isDrawn.current ? restMs : 0);
    return () => clearTimeout(timer);
  }, [html, isLoaded]);
  const [width, height] = [`${String(size.widthPx)}px`, `${String(size.heightPx)}px`];
  return (
    <div className={cn('relative size-full [container-type:size]', props.isHidden && 'invisible')}>
      <iframe
        ref={frame}
        src={previewFramePath}
        title={words.previewTitle}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
        className="absolute top-1/2 left-1/2 max-w-none bg-white shadow-raised"
        style={{
          width,
          height,
          // The tangent of an angle makes a number of two lengths.
          transform: `translate(-50%, -50%) scale(min(1, tan(atan2(100cqw, ${width})), tan(atan2(100cqh, ${height}))))`,
        }}
      />
    </div>
  );
}

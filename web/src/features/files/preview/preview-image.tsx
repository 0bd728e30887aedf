import type { StoredFile } from '@shotwright/contract';
import { Maximize2, Minus, Plus, Scan } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { cn } from '../../../lib/cn.ts';
import { formatDate } from '../../../lib/format/format.ts';
import { previewMessages as messages } from '../../../lib/messages/files.ts';
import { pageImageMessages } from '../../../lib/messages/page-image.ts';
import { captureAdvice } from '../../../lib/messages/playground.ts';
import { sameOriginUrl } from '../../../lib/api/same-origin-url.ts';
import { useIsBillingOn } from '../../../lib/api/runtime-config.ts';
import { DocumentPreview } from '../../../ui/document-preview.tsx';
import { ErrorDocsLink } from '../../../ui/error-docs-link.tsx';
import { Figure } from '../../../ui/figure.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Viewfinder } from '../../../ui/viewfinder.tsx';
import { useScreenshot } from '../files.api.ts';
import { hasImage, sourceOf } from '../files.rules.ts';
import { actualPixels, fitted, stepZoom, type Zoom } from './zoom.rules.ts';

/**
 * Image of a file; long images scroll. The frame stays mounted while files change, so that it
 * retains the focus.
 */
export function PreviewImage(props: {
  file: StoredFile;
  zoom: Zoom;
  scrollRef: RefObject<HTMLElement | null>;
}) {
  const { file, zoom, scrollRef } = props;
  return (
    <section
      ref={scrollRef}
      aria-label={messages.image}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll a long image
      tabIndex={0}
      className="min-h-0 min-w-0 flex-1 overflow-auto overscroll-contain bg-sunk p-4 -outline-offset-2 max-lg:min-h-[55vh]"
    >
      <ZoomedImage key={file.id} file={file} zoom={zoom} />
    </section>
  );
}

function ZoomedImage({ file, zoom }: { file: StoredFile; zoom: Zoom }) {
  const [isLost, setFailedSrc] = useState(false);
  if (file.status === 'FAILED') return <Failure file={file} />;
  if (!hasImage(file) || isLost) return <NoImage isLost={isLost} />;
  const { imageWidth, imageHeight } = file;
  const width = zoom === 'fit' || imageWidth === null ? undefined : imageWidth * zoom;
  const image = (
    <img
      src={sameOriginUrl(file.previewUrl ?? file.screenshotUrl)}
      alt={messages.alt(sourceOf(file), formatDate(file.createdAt))}
      {...(imageWidth !== null && { width: imageWidth })}
      {...(imageHeight !== null && { height: imageHeight })}
      style={width === undefined ? undefined : { width: `${String(width)}px` }}
      onError={() => setFailedSrc(true)}
      className={cn(
        'mx-auto h-auto border border-line bg-card',
        zoom === 'fit' ? 'max-w-full' : 'max-w-none',
      )}
    />
  );
  if (file.previewUrl === undefined) return image;
  return <DocumentPreview url={file.screenshotUrl}>{image}</DocumentPreview>;
}

function NoImage({ isLost }: { isLost: boolean }) {
  return (
    <div className="grid min-h-full place-items-center p-2">
      <Viewfinder className="grid max-w-md gap-1 px-8 py-8 text-center">
        {isLost ? messages.imageFailed : <p className="font-semibold">{messages.notReady}</p>}
      </Viewfinder>
    </div>
  );
}

/** Failure of a capture: the error, advice, and the page at the time of failure. */
function Failure({ file }: { file: StoredFile }) {
  const { data } = useScreenshot(file.id);
  const isBillingOn = useIsBillingOn();
  const advice = captureAdvice[file.code ?? ''];
  return (
    <div className="mx-auto grid min-h-full max-w-3xl content-center justify-items-center gap-4 sm:gap-6 sm:p-2">
      <Viewfinder className="grid max-w-lg gap-1 px-4 py-5 text-center text-balance sm:px-8 sm:py-8">
        <p className="font-semibold">
          {isBillingOn ? messages.failed : messages.failedWithoutBilling}
        </p>
        {file.error !== null && <p className="text-red">{file.error}</p>}
        {advice !== undefined && <p className="text-muted">{advice}</p>}
        {file.code !== null && (
          <span>
            <ErrorDocsLink code={file.code} />
          </span>
        )}
      </Viewfinder>
      {data?.pageImageUrl !== undefined && (
        <Figure
          src={data.pageImageUrl}
          alt={pageImageMessages.alt(file.url)}
          caption={pageImageMessages.caption}
          className="max-h-[60vh]"
        />
      )}
    </div>
  );
}

/** Zoom buttons: out, in, fit, actual pixels. */
export function ZoomControls({ zoom, onZoom }: { zoom: Zoom; onZoom: (zoom: Zoom) => void }) {
  return (
    <span className="flex flex-wrap items-center gap-0.5 max-sm:order-last">
      <IconButton label={messages.zoomOut} onClick={() => onZoom(stepZoom(zoom, -1))}>
        <Minus aria-hidden="true" />
      </IconButton>
      <output className="figures min-w-12 text-center text-table text-muted">
        {zoom === 'fit' ? messages.fit : messages.zoomAt(zoom * 100)}
      </output>
      <IconButton label={messages.zoomIn} onClick={() => onZoom(stepZoom(zoom, 1))}>
        <Plus aria-hidden="true" />
      </IconButton>
      <IconButton label={messages.fit} aria-pressed={zoom === 'fit'} onClick={() => onZoom(fitted)}>
        <Maximize2 aria-hidden="true" />
      </IconButton>
      <IconButton
        label={messages.actual}
        aria-pressed={zoom === 1}
        onClick={() => onZoom(actualPixels)}
      >
        <Scan aria-hidden="true" />
      </IconButton>
    </span>
  );
}

import type { Screenshot } from '@shotwright/contract';
import { Copy, Download, Images, Link2 } from 'lucide-react';
import { useState } from 'react';
import { copyImage, copyUrl } from '../../../lib/copy.ts';
import { cn } from '../../../lib/cn.ts';
import { formatCount, formatDuration, formatSize } from '../../../lib/format/format.ts';
import { previewMessages as messages } from '../../../lib/messages/playground.ts';
import { sameOriginUrl } from '../../../lib/api/same-origin-url.ts';
import { useIsBillingOn } from '../../../lib/api/runtime-config.ts';
import { Button, ButtonLink, LoadingButton } from '../../../ui/button.tsx';
import { keepClear } from '../../../ui/keep-clear.ts';
import { DocumentPreview } from '../../../ui/document-preview.tsx';
import { formatOf } from '../../../lib/format/file-format.ts';
import { useDownload } from '../playground.api.ts';

/** Finished image with a reveal effect while it loads, fitted to the frame or at actual pixels. */
export function CapturedImage(props: { screenshot: Screenshot; isReal: boolean }) {
  const { screenshot, isReal } = props;
  const [hasFailed, setFailed] = useState(false);
  if (screenshot.screenshotUrl === null || hasFailed) {
    return <p className="py-16 text-center text-muted">{messages.imageFailed}</p>;
  }
  const { previewUrl } = screenshot;
  const alt = screenshot.url === undefined ? messages.altHtml : messages.altUrl(screenshot.url);
  const image = (
    <img
      key={screenshot.id}
      src={sameOriginUrl(previewUrl ?? screenshot.screenshotUrl)}
      alt={alt}
      width={screenshot.imageWidth ?? undefined}
      height={screenshot.imageHeight ?? undefined}
      onError={() => setFailed(true)}
      className={cn(
        'pg-develop mx-auto block h-auto border border-line bg-card shadow-sheet',
        isReal ? 'max-w-none' : 'max-w-full',
      )}
    />
  );
  if (previewUrl === undefined) return image;
  return <DocumentPreview url={screenshot.screenshotUrl}>{image}</DocumentPreview>;
}

/** Details of a finished image and its actions. */
export function ImageFooter({ screenshot }: { screenshot: Screenshot }) {
  const { imageWidth, imageHeight } = screenshot;
  const isBillingOn = useIsBillingOn();
  const size =
    imageWidth === null || imageHeight === null
      ? undefined
      : `${formatCount(imageWidth)} × ${formatCount(imageHeight)}`;
  return (
    <div className="grid gap-3 border-t border-line px-4 py-3">
      <dl className="figures flex flex-wrap gap-x-6 gap-y-1 text-table">
        {size === undefined ? (
          <Fact name={messages.format}>{formatOf(screenshot.screenshotUrl)}</Fact>
        ) : (
          <Fact name={messages.size}>{size}</Fact>
        )}
        <Fact name={messages.bytes}>{formatSize(screenshot.screenshotImageSize)}</Fact>
        {isBillingOn && (
          <Fact name={messages.credits}>{formatCount(screenshot.creditsCharged)}</Fact>
        )}
        <Fact name={messages.duration}>{formatDuration(screenshot.duration)}</Fact>
      </dl>
      {screenshot.screenshotUrl !== null && (
        <ImageActions
          url={screenshot.screenshotUrl}
          isDocument={screenshot.previewUrl !== undefined}
        />
      )}
    </div>
  );
}

function Fact(props: { name: string; children: string }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-muted">{props.name}</dt>
      <dd className="font-medium">{props.children}</dd>
    </div>
  );
}

function ImageActions({ url, isDocument }: { url: string; isDocument: boolean }) {
  const download = useDownload();
  const [isCopying, setCopying] = useState(false);
  const copy = async () => {
    setCopying(true);
    await copyImage(url);
    setCopying(false);
  };
  return (
    <div {...keepClear} className="-ml-1 flex flex-wrap items-center gap-1">
      <LoadingButton
        size="sm"
        variant="outline"
        className="ml-1"
        isLoading={download.isPending}
        onClick={() => download.mutate(url)}
      >
        <Download aria-hidden="true" />
        {messages.download}
      </LoadingButton>
      {!isDocument && (
        <LoadingButton size="sm" variant="ghost" isLoading={isCopying} onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {messages.copyImage}
        </LoadingButton>
      )}
      <Button size="sm" variant="ghost" onClick={() => void copyUrl(url)}>
        <Link2 aria-hidden="true" />
        {messages.copyLink}
      </Button>
      <ButtonLink size="sm" variant="ghost" to="/dashboard/files">
        <Images aria-hidden="true" />
        {messages.openFiles}
      </ButtonLink>
    </div>
  );
}

import type { Screenshot } from '@shotwright/contract';
import { Copy, Download, Images, Link2 } from 'lucide-react';
import { useState } from 'react';
import { whyNoImage } from '../../lib/clipboard.ts';
import { cn } from '../../lib/cn.ts';
import { formatCount, formatDuration, formatSize } from '../../lib/format.ts';
import { previewMessages as words } from '../../lib/messages/playground.ts';
import { ownAddress } from '../../lib/own-address.ts';
import { useIsBillingOn } from '../../lib/runtime-config.ts';
import { toasts } from '../../lib/toasts.ts';
import { Button, ButtonLink, LoadingButton } from '../../ui/button.tsx';
import { keepClear } from '../../ui/keep-clear.ts';
import { copyLink } from './copy-link.ts';
import { copyPicture } from './copy-picture.ts';
import { useDownload } from './playground.api.ts';

/** Finished image with a reveal effect while it loads, fitted to the frame or at actual pixels. */
export function Picture(props: { screenshot: Screenshot; isReal: boolean }) {
  const { screenshot, isReal } = props;
  const [hasFailed, setFailed] = useState(false);
  if (screenshot.screenshotUrl === null || hasFailed) {
    return <p className="py-16 text-center text-muted">{words.imageFailed}</p>;
  }
  const alt = screenshot.url === undefined ? words.altHtml : words.altUrl(screenshot.url);
  return (
    <img
      key={screenshot.id}
      src={ownAddress(screenshot.screenshotUrl)}
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
}

/** Details of a finished image and its actions. */
export function PictureFooter({ screenshot }: { screenshot: Screenshot }) {
  const { imageWidth, imageHeight } = screenshot;
  const isBillingOn = useIsBillingOn();
  const size =
    imageWidth === null || imageHeight === null
      ? '-'
      : `${formatCount(imageWidth)} × ${formatCount(imageHeight)}`;
  return (
    <div className="grid gap-3 border-t border-line px-4 py-3">
      <dl className="figures flex flex-wrap gap-x-6 gap-y-1 text-table">
        <Fact name={words.size}>{size}</Fact>
        <Fact name={words.bytes}>{formatSize(screenshot.screenshotImageSize)}</Fact>
        {isBillingOn && <Fact name={words.credits}>{formatCount(screenshot.creditsCharged)}</Fact>}
        <Fact name={words.time}>{formatDuration(screenshot.duration)}</Fact>
      </dl>
      {screenshot.screenshotUrl !== null && <PictureActions url={screenshot.screenshotUrl} />}
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

function PictureActions({ url }: { url: string }) {
  const download = useDownload();
  const [isCopying, setCopying] = useState(false);
  const copyImage = async () => {
    setCopying(true);
    try {
      await copyPicture(url);
      toasts.success({ title: words.imageCopied });
    } catch {
      toasts.error({ title: 'Error', description: whyNoImage(words.imageCopyFailed) });
    } finally {
      setCopying(false);
    }
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
        {words.download}
      </LoadingButton>
      <LoadingButton
        size="sm"
        variant="ghost"
        isLoading={isCopying}
        onClick={() => void copyImage()}
      >
        <Copy aria-hidden="true" />
        {words.copyImage}
      </LoadingButton>
      <Button size="sm" variant="ghost" onClick={() => void copyLink(url)}>
        <Link2 aria-hidden="true" />
        {words.copyLink}
      </Button>
      <ButtonLink size="sm" variant="ghost" to="/dashboard/files">
        <Images aria-hidden="true" />
        {words.openFiles}
      </ButtonLink>
    </div>
  );
}

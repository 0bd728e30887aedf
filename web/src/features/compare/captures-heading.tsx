import type { Screenshot } from '@shotwright/contract';
import { Link } from 'react-router';
import { formatTicketDate } from '../../lib/format/format.ts';
import { compareMessages as messages } from '../../lib/messages/captures/compare.ts';
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx';
import { ScreenshotBadge } from '../../ui/screenshot-badge.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ComparedBadge } from '../baselines/compared-baseline.tsx';
import { sourceOf } from '../files/files.rules.ts';
import { sizeText, type Side } from './compare.rules.ts';

/** Capture of a side; undefined while it loads, null if it cannot be loaded. */
export type HeadingCapture = Screenshot | null | undefined;

/** Facts of the two captures, above the images in the same order. */
export function CapturesHeading({ a, b }: Readonly<Record<Side, HeadingCapture>>) {
  return (
    <dl className="grid sm:grid-cols-2 sm:divide-x sm:divide-line max-sm:divide-y max-sm:divide-line">
      <CaptureFacts name={messages.sides.a} capture={a} />
      <CaptureFacts name={messages.sides.b} capture={b} />
    </dl>
  );
}

function CaptureFacts({ name, capture }: { name: string; capture: HeadingCapture }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5 px-4 py-3">
      <dt className="flex min-h-6 items-center justify-between gap-3 text-table font-semibold">
        {name}
        {capture && (
          <Link
            to={`/dashboard/files?file=${capture.id}`}
            aria-label={messages.openFileOf(name)}
            className="target-line font-medium text-cobalt underline underline-offset-4"
          >
            {messages.openFile}
          </Link>
        )}
      </dt>
      <dd className="grid min-h-10 min-w-0 content-start gap-0.5 text-label">
        {capture === undefined && <Skeleton className="reveal-late w-48 max-w-full" />}
        {capture === null && <span className="text-muted">{messages.unknown}</span>}
        {capture && <Facts capture={capture} />}
      </dd>
    </div>
  );
}

function Facts({ capture }: { capture: Screenshot }) {
  const { imageWidth: width, imageHeight: height } = capture;
  return (
    <>
      <span className="min-w-0 font-mono" title={sourceOf(capture)}>
        <MiddleEllipsis text={sourceOf(capture)} />
      </span>
      <span className="figures flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <span>{formatTicketDate(capture.createdAt)}</span>
        {width !== null && height !== null && <span>{sizeText({ width, height })}</span>}
        {capture.status !== 'COMPLETE' && <ScreenshotBadge status={capture.status} />}
        <ComparedBadge capture={capture} />
      </span>
    </>
  );
}

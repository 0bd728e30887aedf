import type { Screenshot } from '@shotwright/contract';
import { Link } from 'react-router';
import { cn } from '../../lib/cn.ts';
import { commonMessages } from '../../lib/messages/common.ts';
import {
  overviewMessages as messages,
  screenshotStatusMessages,
} from '../../lib/messages/overview.ts';
import { sameOriginUrl } from '../../lib/api/same-origin-url.ts';
import { ScreenshotBadge } from '../../ui/screenshot-badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SectionHeading } from '../../ui/card.tsx';
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx';
import { Time } from '../../ui/time.tsx';
import { Viewfinder } from '../../ui/viewfinder.tsx';
import { recentCount, useRecentCaptures } from './overview.api.ts';
import { shortUrl } from './overview.rules.ts';

const grid = 'grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3 xl:grid-cols-6';
const frame = 'block aspect-video w-full border border-line bg-sunk';

/** Strip of the six latest captures. */
export function RecentCaptures() {
  const recent = useRecentCaptures();
  return (
    <section aria-labelledby="recent-captures" className="grid gap-3">
      <SectionHeading id="recent-captures" title={messages.recent}>
        <Link
          to="/dashboard/files"
          className="target-line text-table font-medium text-cobalt underline-offset-4 hover:underline"
        >
          {messages.recentAll}
        </Link>
      </SectionHeading>
      {recent.isPending && <SkeletonStrip />}
      {recent.isError && recent.data === undefined && (
        <p className="flex flex-wrap items-center gap-3 text-muted">
          {messages.recentFailed}
          <Button variant="outline" size="sm" onClick={() => void recent.refetch()}>
            {commonMessages.retry}
          </Button>
        </p>
      )}
      {recent.data?.length === 0 && (
        <Viewfinder className="px-6 py-8 text-center text-muted">{messages.recentEmpty}</Viewfinder>
      )}
      {recent.data !== undefined && recent.data.length > 0 && (
        <ul className={grid}>
          {recent.data.map((screenshot) => (
            <Capture key={screenshot.id} screenshot={screenshot} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Capture({ screenshot }: { screenshot: Screenshot }) {
  const name = screenshot.url === undefined ? messages.htmlCapture : shortUrl(screenshot.url);
  return (
    <li className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-2">
      <Link
        to="/dashboard/files"
        aria-label={`${name}, ${screenshotStatusMessages[screenshot.status]}`}
        className="group relative block"
      >
        <Viewfinder
          className="p-0"
          cornerClassName="-m-1.5 border-cobalt opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
        >
          {screenshot.thumbnailUrl === null ? (
            <span className={cn(frame, 'grid place-items-center bg-sunk')}>
              <ScreenshotBadge status={screenshot.status} />
            </span>
          ) : (
            // The whole width of the image; a tall one is cropped below its top.
            <span className={cn(frame, 'overflow-hidden')}>
              <img
                src={sameOriginUrl(screenshot.thumbnailUrl)}
                alt=""
                loading="lazy"
                decoding="async"
                className="block h-auto w-full"
              />
            </span>
          )}
        </Viewfinder>
      </Link>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <p className="truncate font-mono text-label" title={name}>
          {name}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-label whitespace-nowrap text-muted">
          {screenshot.thumbnailUrl !== null && (
            <span className="flex items-center gap-1.5">
              <span
                aria-hidden="true"
                className={cn(
                  'size-1.5 shrink-0 rounded-full',
                  screenshot.status === 'COMPLETE' ? 'bg-green' : 'bg-amber',
                )}
              />
              {screenshotStatusMessages[screenshot.status]}
            </span>
          )}
          <Time value={screenshot.createdAt} display="age" />
        </p>
      </div>
    </li>
  );
}

function SkeletonStrip() {
  const isShown = useSkeleton(true);
  return (
    <div aria-hidden="true" className={cn(grid, !isShown && 'invisible')}>
      {Array.from({ length: recentCount }, (_, index) => (
        <div key={index} className="grid gap-2">
          <Skeleton className="aspect-video h-auto w-full" />
          <div className="grid gap-0.5">
            <Skeleton className="w-3/4" />
            <Skeleton className="w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}

import { use } from 'react';
import { pageMessages } from '../../../lib/messages/shell.ts';
import { useEventCallback } from '../../../lib/use-event-callback.ts';
import { Skeleton, useSkeleton } from '../../../ui/skeleton.tsx';
import { useBaselineChecks } from '../../baselines/checks.api.ts';
import { useActionCallbacks } from '../file-actions.tsx';
import type { FilesTableProps } from '../files-table.tsx';
import { PageControls } from '../filters/page-controls.tsx';
import { pageBoxOf } from '../selection.ts';
import { ThumbnailsContext } from '../thumbnail.tsx';
import { FileCard } from './file-card.tsx';

const skeletonCards = 8;
const gridClasses = 'grid grid-cols-[repeat(auto-fill,minmax(min(13.5rem,100%),1fr))] gap-3';

/** One page of files as thumbnails, with skeletons while it loads. */
export function FilesGrid({
  files,
  sort,
  onSort,
  selection,
  projectName,
  downloading,
  leaving,
  ...actions
}: FilesTableProps) {
  const onToggle = useEventCallback(selection.toggle);
  const stable = useActionCallbacks(actions);
  // The next keystroke of a search would discard them.
  const { checks } = useBaselineChecks(files, { isPaused: !use(ThumbnailsContext) });
  return (
    <div className="grid gap-2">
      <PageControls box={pageBoxOf(selection, files)} sort={sort} onSort={onSort} />
      {files === undefined ? (
        <SkeletonCards />
      ) : (
        <ul aria-label={pageMessages.files.title} className={gridClasses}>
          {files.map((file) => (
            <FileCard
              key={file.id}
              {...stable}
              file={file}
              check={checks.get(file.id)}
              project={projectName(file.projectId)}
              isSelected={selection.ids.has(file.id)}
              onToggle={onToggle}
              isDownloading={downloading !== undefined && downloading === file.screenshotUrl}
              isLeaving={leaving.has(file.id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function SkeletonCards() {
  const isShown = useSkeleton(true);
  return (
    <div className={gridClasses}>
      {Array.from({ length: skeletonCards }, (_, at) => (
        <Skeleton key={at} className={isShown ? 'h-64 w-full' : 'invisible h-64 w-full'} />
      ))}
    </div>
  );
}

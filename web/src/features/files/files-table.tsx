import type { StoredFile } from '@shotwright/contract';
import type { FileSort } from '@shotwright/contract/paths';
import { use } from 'react';
import { cn } from '../../lib/cn.ts';
import { fileMessages as messages } from '../../lib/messages/files.ts';
import { useIsBillingOn } from '../../lib/api/runtime-config.ts';
import { useEventCallback } from '../../lib/use-event-callback.ts';
import { pageMessages } from '../../lib/messages/shell.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx';
import { useActionCallbacks, type FileRowActions } from './file-actions.tsx';
import { FileRow } from './file-row.tsx';
import { useBaselineChecks } from '../baselines/checks.api.ts';
import { useVisibleRowsFirst } from './visible-rows-first.ts';
import { useRecycledRows } from './row-recycling.ts';
import { PageControls, type PageControlsProps } from './filters/page-controls.tsx';
import { pageBoxOf, type Selection } from './selection.ts';
import { columnOf, sortAfterClick, type SortColumn } from './sort.rules.ts';
import { ThumbnailsContext } from './thumbnail.tsx';

const { columns } = messages;
const skeletonRows = 8;

/** One page of files, its order and selection. */
export interface FilesTableProps extends FileRowActions {
  files: readonly StoredFile[] | undefined;
  /** Search text that produced these files. */
  search: string;
  sort: FileSort;
  onSort: (sort: FileSort) => void;
  selection: Selection;
  projectName: (id: number) => string | undefined;
  /** URL that is being downloaded. */
  downloading: string | undefined;
  leaving: ReadonlySet<string>;
}

/** Table with one page of files, with skeleton rows while it loads. */
export function FilesTable({
  files,
  search,
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
  const rendered = useVisibleRowsFirst(files, search);
  const rowKeys = useRecycledRows(rendered.files?.map(({ id }) => id) ?? [], rendered.step);
  const all = pageBoxOf(selection, files);
  return (
    <div className="@container grid gap-2">
      {/* In the card layout the heading row is hidden, so this replaces its checkbox and buttons. */}
      <PageControls box={all} sort={sort} onSort={onSort} className="@xl:hidden" />
      <Table label={pageMessages.files.title} isDense>
        <Columns box={all} sort={sort} onSort={onSort} />
        <TableBody>
          {rendered.files === undefined ? (
            <SkeletonRows />
          ) : (
            rendered.files.map((file, at) => (
              <FileRow
                key={rowKeys[at]}
                {...stable}
                file={file}
                check={checks.get(file.id)}
                project={projectName(file.projectId)}
                isSelected={selection.ids.has(file.id)}
                onToggle={onToggle}
                isDownloading={downloading !== undefined && downloading === file.screenshotUrl}
                isLeaving={leaving.has(file.id)}
              />
            ))
          )}
        </TableBody>
      </Table>
    </div>
  );
}

function Columns({ box, sort, onSort }: PageControlsProps) {
  const isBillingOn = useIsBillingOn();
  const { column: sorted, direction } = columnOf(sort);
  const by = (column: SortColumn) => ({
    direction: column === sorted ? direction : null,
    onClick: () => onSort(sortAfterClick(sort, column)),
  });
  return (
    <TableHead>
      <HeadCell>
        <Checkbox {...box} className="@max-xl:hidden" />
        <span className="sr-only @xl:hidden">{box.label}</span>
      </HeadCell>
      <HeadCell>{columns.status}</HeadCell>
      <HeadCell sort={by('source')}>{columns.source}</HeadCell>
      <HeadCell isNumber sort={by('size')}>
        {columns.size}
      </HeadCell>
      <HeadCell>{columns.project}</HeadCell>
      {isBillingOn && <HeadCell isNumber>{columns.credits}</HeadCell>}
      <HeadCell isNumber>{columns.duration}</HeadCell>
      <HeadCell sort={by('created')}>{columns.created}</HeadCell>
      <HeadCell isNumber>{columns.actions}</HeadCell>
    </TableHead>
  );
}

const plainColumns = ['size', 'project', 'duration', 'created', 'actions'] as const;
const pricedColumns = ['size', 'project', 'credits', 'duration', 'created', 'actions'] as const;

function SkeletonRows() {
  const isShown = useSkeleton(true);
  const names = useIsBillingOn() ? pricedColumns : plainColumns;
  return Array.from({ length: skeletonRows }, (_, index) => (
    <Row key={index} className={cn('hover:bg-transparent', !isShown && 'invisible')}>
      <Cell label={messages.selectPage} className="@max-xl:hidden">
        <Skeleton className="size-4" />
      </Cell>
      <Cell label={columns.status}>
        <Skeleton className="h-14 w-14" />
      </Cell>
      <Cell label={columns.source}>
        <Skeleton className="w-48" />
      </Cell>
      {names.map((name) => (
        <Cell key={name} label={columns[name]} className="@max-xl:hidden">
          <Skeleton className="w-14" />
        </Cell>
      ))}
    </Row>
  ));
}

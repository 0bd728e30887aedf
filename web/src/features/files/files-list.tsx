import type { Project, StoredFile } from '@shotwright/contract';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { formatCount } from '../../lib/format/format.ts';
import { focusedRow, useListKeys } from '../../lib/keyboard/list-keys.ts';
import { fileMessages as messages } from '../../lib/messages/files.ts';
import { useReturnFocus } from '../../lib/use-return-focus.ts';
import { toasts } from '../../lib/toasts.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { pagesOf } from '../../ui/pagination.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { useBulkDeletion } from './bulk/bulk-deletion.tsx';
import type { FileView } from './file-search-params.ts';
import type { PreviewActions } from './preview/file-details.tsx';
import { useCancelCapture, useCaptureAgain } from './captures.api.ts';
import { useDeleteFiles, useDownloadFile } from './files.api.ts';
import { FilesPagination } from './files-pagination.tsx';
import { filesPerPage, hasImage, sourceOf, type FoundCount } from './files.rules.ts';
import { useFilesLayout } from './grid/files-layout.ts';
import { FilesToolbar } from './files-toolbar.tsx';
import { PreviewDialog } from './preview/preview-dialog.tsx';
import { useSelection, type Selection } from './selection.ts';
import { ShownFiles } from './shown-files.tsx';
import type { ListOrder } from './sort.rules.ts';

interface FilesListProps {
  all: readonly StoredFile[] | undefined;
  matches: readonly StoredFile[] | undefined;
  /** Number of matches if `matches` is only the page that is shown. */
  found: FoundCount | undefined;
  order: ListOrder;
  view: FileView;
  projects: readonly Project[] | undefined;
  projectName: (id: number) => string | undefined;
  noMatch: ReactNode;
}

/** Toolbar, one page of files, pagination and the dialogs. */
export function FilesList(props: FilesListProps) {
  const { matches, view, projectName } = props;
  const paging = usePaging(props);
  const selection = useSelection(paging.ids, pageKeyOf(view, paging.page));
  const selected = selectedOf(matches, selection);
  const deletion = useDeletions(view, { selection, selected });
  const { downloading, ...actions } = useFileActions(deletion.ask);
  const [layout, setLayout] = useFilesLayout();
  const returnFocus = useReturnFocus();
  const search = useRef<HTMLInputElement>(null);
  useFileKeys({ view, selection, paging, focusSearch: () => search.current?.focus() });
  const openPreview = (file: StoredFile) => {
    returnFocus.remember();
    view.openFile(file.id);
  };
  return (
    <section aria-label={messages.pagesNoun} className="flex min-w-0 flex-col gap-3">
      <FilesToolbar
        view={view}
        projects={props.projects}
        searchRef={search}
        layout={layout}
        onLayout={setLayout}
        selectedCount={deletion.bulk.count}
        onBulkDelete={deletion.bulk.ask}
      />
      <BulkBar
        selection={selection}
        selected={selected}
        pageCount={paging.ids.length}
        matches={matches}
        found={props.found}
        filter={view.filter}
        projects={props.projects}
        onDelete={deletion.bulk.ask}
      />
      <ShownFiles
        {...actions}
        files={paging.shown}
        view={view}
        order={props.order}
        layout={layout}
        selection={selection}
        projectName={projectName}
        downloading={downloading}
        leaving={deletion.leaving}
        onPreview={openPreview}
        noMatch={props.noMatch}
      />
      <FilesPagination {...paging} onPage={view.setPage} />
      <Preview
        {...actions}
        {...props}
        isDownloading={downloading !== undefined}
        finalFocus={returnFocus.finalFocus}
      />
      {deletion.dialogs}
    </section>
  );
}

/** Deletion of single files, of the selected ones, and of all that match. */
function useDeletions(
  view: FileView,
  { selection, selected }: { selection: Selection; selected: readonly StoredFile[] },
) {
  const { dialog, ...deletion } = useDeletion(selection);
  const bulk = useBulkDeletion(view, { selection, selected, askFiles: deletion.ask });
  const dialogs = (
    <>
      {dialog}
      {bulk.dialog}
    </>
  );
  return { ...deletion, bulk, dialogs };
}

function useFileActions(ask: (files: readonly StoredFile[]) => void) {
  const download = useDownloadFile();
  const again = useCaptureAgain();
  const cancel = useCancelCapture();
  return {
    /** URL that is being downloaded. */
    downloading: download.isPending ? download.variables : undefined,
    onDownload: (file: StoredFile) => hasImage(file) && download.mutate(file.screenshotUrl),
    onDelete: (file: StoredFile) => ask([file]),
    onCaptureAgain: (file: StoredFile) => again.mutate(file),
    onCancel: (file: StoredFile) => cancel.mutate(file),
  };
}

/** Preview of the file in the URL; renders nothing if the file does not exist. */
function Preview(
  props: FilesListProps & PreviewActions & { finalFocus: () => HTMLElement | null },
) {
  const { all, matches, view, projectName, ...actions } = props;
  const file = view.fileId === null ? undefined : all?.find(({ id }) => id === view.fileId);
  if (file === undefined) return null;
  return (
    <PreviewDialog
      {...actions}
      file={file}
      project={projectName(file.projectId)}
      among={matches?.filter(hasImage) ?? []}
      onOpen={view.openFile}
      onClose={() => view.openFile(null)}
    />
  );
}

function selectedOf(matches: readonly StoredFile[] | undefined, { ids }: Selection) {
  // Usually nothing is selected, and there may be ten thousand files to filter.
  return ids.size === 0 ? [] : (matches?.filter(({ id }) => ids.has(id)) ?? []);
}

function usePaging({ matches, found, view }: FilesListProps) {
  const resultCount = found?.total ?? matches?.length ?? 0;
  const pageCount = pagesOf(resultCount, filesPerPage);
  const page = Math.min(view.page, pageCount);
  const isPage = found !== undefined;
  const shown = useMemo(
    () => (isPage ? matches : matches?.slice((page - 1) * filesPerPage, page * filesPerPage)),
    [matches, page, isPage],
  );
  const ids = shown?.map(({ id }) => id) ?? [];
  return { page, pageCount, resultCount, isExact: found?.isTotalExact ?? true, shown, ids };
}

/** Key of the page, order and filter; changing it clears the selection. */
function pageKeyOf({ filter, sort }: FileView, page: number): string {
  return JSON.stringify([page, sort, filter]);
}

/** Confirms a deletion; the dialog retains its files while it closes. */
function useDeletion(selection: Selection) {
  const [confirmation, setConfirmation] = useState<{
    files: readonly StoredFile[];
    isOpen: boolean;
  } | null>(null);
  const remove = useDeleteFiles();
  const returnFocus = useReturnFocus();
  const files = confirmation?.files ?? [];
  const [first] = files;
  const close = () => setConfirmation({ files, isOpen: false });
  const confirm = () =>
    remove.mutate(
      files.map(({ id }) => id),
      {
        onSuccess: () => {
          selection.clear();
          close();
        },
      },
    );
  return {
    ask: (next: readonly StoredFile[]) => {
      if (next.length === 0) {
        return toasts.error({ title: 'Error', description: messages.nothingSelected });
      }
      returnFocus.remember();
      setConfirmation({ files: next, isOpen: true });
    },
    leaving: new Set(remove.isPending ? remove.variables : []),
    dialog: first && (
      <DeleteDialog
        open={confirmation?.isOpen === true}
        onOpenChange={close}
        type="file"
        name={files.length === 1 ? sourceOf(first) : messages.fileCount(formatCount(files.length))}
        isDeleting={remove.isPending}
        onDelete={confirm}
        finalFocus={returnFocus.finalFocus}
      />
    ),
  };
}

/**
 * Shortcuts: `/` focuses the search, `x` selects the focused row, `[` and `]` change pages, Escape
 * clears the selection, then the filters.
 */
function useFileKeys(props: {
  view: FileView;
  selection: Selection;
  paging: { page: number; pageCount: number };
  focusSearch: () => void;
}): void {
  const { view, selection, paging } = props;
  useListKeys({
    '/': props.focusSearch,
    x: () => {
      const id = focusedRow()?.dataset['file'];
      if (id !== undefined) selection.toggle(id, !selection.ids.has(id));
    },
    '[': () => paging.page > 1 && view.setPage(paging.page - 1),
    ']': () => paging.page < paging.pageCount && view.setPage(paging.page + 1),
    Escape: () => (selection.ids.size > 0 ? selection.clear() : view.clearFilters()),
  });
}

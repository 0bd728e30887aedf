import type { StoredFile } from '@shotwright/contract';
import { useEffect, useMemo, useState } from 'react';
import { fileMessages as messages } from '../../lib/messages/files.ts';
import { overviewMessages } from '../../lib/messages/overview.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, LoadError } from '../../ui/empty-state.tsx';
import { DocsLink, NoMatch } from '../../ui/list-states.tsx';
import { useProjects } from '../projects/projects.api.ts';
import { useFileSearchParams, type FileView } from './file-search-params.ts';
import { useFiles, useFollowProgress, useFoundFiles } from './files.api.ts';
import { FilesList } from './files-list.tsx';
import { filterFiles, indexFiles, noFilter } from './files.rules.ts';
import { describeFilter } from './filters/describe-filter.ts';
import { newestFirst, sortFiles } from './sort.rules.ts';
import { useProjectParameter } from './project-parameter.ts';

/** Delay after the list is shown before its search index is built. Units: ms. */
const beforeSearchMs = 300;

/** File Manager page: the files that match the filters, and their actions. */
export function FilesPage() {
  const files = useFiles();
  const projects = useProjects();
  const view = useFileSearchParams();
  useProjectParameter(projects);
  const { screenshots, meta } = files.data ?? {};
  // Not all of them were sent, and none with its tags and device; the server filters and pages them.
  const isLarge =
    view.filter.isTest ||
    view.filter.tag !== '' ||
    view.filter.device !== null ||
    (meta !== undefined && screenshots !== undefined && meta.total > screenshots.length);
  const found = useFoundFiles({ ...useSettled(view), isEnabled: isLarge });
  const all = isLarge ? found.data?.screenshots : screenshots;
  useFollowProgress(all);
  const names = useMemo(
    () => new Map(projects.data?.map(({ id, name }) => [id, name])),
    [projects.data],
  );
  const matches = useMatches(screenshots, { names, view });
  if ((files.isError && files.data === undefined) || (found.isError && found.data === undefined)) {
    return (
      <LoadError
        title={messages.loadFailed}
        help={messages.loadFailedHelp}
        error={files.error ?? found.error}
        onRetry={() => void (files.isError ? files : found).refetch()}
      />
    );
  }
  if (meta?.total === 0 && !view.filter.isTest) return <NoFiles />;
  return (
    <FilesList
      all={all}
      matches={isLarge ? all : matches}
      found={isLarge ? found.data?.meta : undefined}
      order={isLarge ? orderOf(view, found) : { applied: view.sort, isLimited: false }}
      view={view}
      projects={projects.data}
      projectName={(id) => names.get(id)}
      noMatch={
        <NoMatch
          title={messages.noMatchTitle}
          text={describeFilter(view.filter, (id) => names.get(id)) ?? messages.noMatchText}
          clear={messages.clearFilters}
          onClear={view.clearFilters}
        />
      }
    />
  );
}

/** Order of the files that the server sent; limited if they are too many for the requested one. */
function orderOf(
  { sort }: FileView,
  { data, isPlaceholderData }: ReturnType<typeof useFoundFiles>,
) {
  if (data === undefined || isPlaceholderData) return { applied: sort, isLimited: false };
  const applied = data.meta.sort ?? newestFirst;
  return { applied, isLimited: applied !== sort };
}

/** Returns the files that match, as the dashboard finds and sorts them among all files. */
function useMatches(
  all: readonly StoredFile[] | undefined,
  { names, view }: { names: ReadonlyMap<number, string>; view: FileView },
) {
  const indexed = useMemo(() => all && indexFiles(all, (id) => names.get(id)), [all, names]);
  useEffect(() => {
    const timer = setTimeout(() => indexed?.haystacks(), beforeSearchMs);
    return () => clearTimeout(timer);
  }, [indexed]);
  const { sort } = view;
  const { text, type, projectId, verdict, from, to, status, format } = view.filter;
  return useMemo(() => {
    const filter = { ...noFilter, text, type, projectId, verdict, from, to, status, format };
    return indexed && sortFiles(filterFiles(indexed, filter), sort);
  }, [indexed, text, type, projectId, verdict, from, to, status, format, sort]);
}

/** Returns the filter, page and order without the text that is still being typed. */
function useSettled(view: FileView): Pick<FileView, 'filter' | 'page' | 'sort'> {
  const { filter, page, sort, isTyping } = view;
  const [text, setText] = useState(filter.text);
  if (!isTyping && text !== filter.text) setText(filter.text);
  return { filter: { ...filter, text }, page, sort };
}

function NoFiles() {
  const { docsUrl, billing } = useRuntimeConfig();
  return (
    <Card>
      <EmptyState
        title={messages.emptyTitle}
        text={billing ? messages.emptyText : messages.emptyTextWithoutBilling}
      >
        <ButtonLink to="/dashboard/playground">{messages.takeScreenshot}</ButtonLink>
        <ButtonLink to="?mode=test" variant="outline">
          {messages.modes.test}
        </ButtonLink>
        <DocsLink href={docsUrl}>{overviewMessages.readDocs}</DocsLink>
      </EmptyState>
    </Card>
  );
}

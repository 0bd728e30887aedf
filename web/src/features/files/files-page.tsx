import type { StoredFile } from '@shotwright/contract';
import { useEffect, useMemo } from 'react';
import { fileMessages as messages } from '../../lib/messages/files.ts';
import { overviewMessages } from '../../lib/messages/overview.ts';
import { formatCount } from '../../lib/format/format.ts';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, LoadError } from '../../ui/empty-state.tsx';
import { DocsLink, NoMatch } from '../../ui/list-states.tsx';
import { useProjects } from '../projects/projects.api.ts';
import { useFileSearchParams } from './file-search-params.ts';
import { useFiles, useFollowProgress } from './files.api.ts';
import { FilesList } from './files-list.tsx';
import { filterFiles, indexFiles } from './files.rules.ts';
import { useProjectParameter } from './project-parameter.ts';

/** Delay after the list is shown before its search index is built. Units: ms. */
const beforeSearchMs = 300;

/** File Manager page: the files that match the filters, and their actions. */
export function FilesPage() {
  const files = useFiles();
  const projects = useProjects();
  const view = useFileSearchParams();
  useProjectParameter(projects);
  const all = files.data?.screenshots;
  useFollowProgress(all);
  const names = useMemo(
    () => new Map(projects.data?.map(({ id, name }) => [id, name])),
    [projects.data],
  );
  const indexed = useMemo(() => all && indexFiles(all, (id) => names.get(id)), [all, names]);
  useEffect(() => {
    const timer = setTimeout(() => indexed?.haystacks(), beforeSearchMs);
    return () => clearTimeout(timer);
  }, [indexed]);
  const { text, type, projectId, verdict } = view.filter;
  const matches = useMemo(
    () => indexed && filterFiles(indexed, { text, type, projectId, verdict }),
    [indexed, text, type, projectId, verdict],
  );
  if (files.isError && files.data === undefined) {
    return (
      <LoadError
        title={messages.loadFailed}
        help={messages.loadFailedHelp}
        error={files.error}
        onRetry={() => void files.refetch()}
      />
    );
  }
  if (all?.length === 0) return <NoFiles />;
  return (
    <>
      <FilesList
        all={all}
        matches={matches}
        view={view}
        projects={projects.data}
        projectName={(id) => names.get(id)}
        noMatch={
          <NoMatch
            title={messages.noMatchTitle}
            text={messages.noMatchText}
            clear={messages.clearFilters}
            onClear={view.clearFilters}
          />
        }
      />
      <Truncated all={all} total={files.data?.meta.total} />
    </>
  );
}

function Truncated(props: { all: readonly StoredFile[] | undefined; total: number | undefined }) {
  const { all, total } = props;
  if (all === undefined || total === undefined || total <= all.length) return null;
  return (
    <p className="text-table text-muted">
      {messages.notAllListed(formatCount(all.length), formatCount(total))}
    </p>
  );
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
        <DocsLink href={docsUrl}>{overviewMessages.readDocs}</DocsLink>
      </EmptyState>
    </Card>
  );
}

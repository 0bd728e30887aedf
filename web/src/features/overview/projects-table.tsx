import type { Project } from '@shotwright/contract';
import { FolderOpen, Plus, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { cn } from '../../lib/cn.ts';
import { formatCount, formatSize } from '../../lib/format/format.ts';
import { rowAttributes, rowOpenAttributes, useListKeys } from '../../lib/keyboard/list-keys.ts';
import { overviewMessages as messages } from '../../lib/messages/overview.ts';
import { useRights } from '../accounts/session/rights.tsx';
import { useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Card, SectionHeading } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DocsLink } from '../../ui/list-states.tsx';
import { pagesOf, Pagination } from '../../ui/pagination.tsx';
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { ProjectDialogs, type Deletion } from './project-dialogs.tsx';
import { pageOf, projectsPerPage } from './overview.rules.ts';

const headingId = 'your-projects';

/** `Your Projects`: three per page, with the page in the URL. */
export function ProjectsTable({ projects }: { projects: readonly Project[] | undefined }) {
  const [isCreating, setCreating] = useState<boolean | null>(null);
  const [createdId, setCreatedId] = useState<number | null>(null);
  const [deletion, setDeletion] = useState<Deletion | null>(null);
  const paging = usePaging(projects, createdId);
  const mayEdit = useRights()('edit');
  useListKeys({ ...paging.keys, ...(mayEdit && { c: () => setCreating(true) }) });
  const create = mayEdit && (
    <Button size="sm" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" />
      {messages.createProject}
    </Button>
  );
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <SectionHeading id={headingId} title={messages.yourProjects}>
        {projects?.length === 0 ? null : create}
      </SectionHeading>
      {projects?.length === 0 ? (
        <NoProjects>{create}</NoProjects>
      ) : (
        <Table label={messages.yourProjects}>
          <ProjectColumns />
          <TableBody>
            {projects === undefined ? (
              <SkeletonRows />
            ) : (
              paging.shown.map((project) => (
                <ProjectRow
                  key={project.id}
                  project={project}
                  isNew={project.id === createdId}
                  onDelete={mayEdit ? () => setDeletion({ project, isOpen: true }) : null}
                />
              ))
            )}
          </TableBody>
        </Table>
      )}
      {projects === undefined && <div className="h-8 pointer-coarse:h-11" />}
      {projects !== undefined && projects.length > 0 && (
        <PageLine count={projects.length} {...paging} />
      )}
      <ProjectDialogs
        isCreating={isCreating}
        onCreating={setCreating}
        onCreated={(project) => setCreatedId(project.id)}
        takenNames={projects?.map(({ name }) => name) ?? []}
        deletion={deletion}
        onDeletion={setDeletion}
        finalFocus={() => document.getElementById(headingId)}
      />
    </section>
  );
}

/** Manages the page in the URL and moves to the page of a newly created project. */
function usePaging(projects: readonly Project[] | undefined, createdId: number | null) {
  const [search, setSearch] = useSearchParams();
  const pageCount = pagesOf(projects?.length ?? 0, projectsPerPage);
  const page = pageOf(search.get('page'), pageCount);
  const goTo = (next: number) =>
    setSearch(
      (now) => {
        if (next === 1) now.delete('page');
        else now.set('page', String(next));
        return now;
      },
      { preventScrollReset: true },
    );
  const createdAt = projects?.findIndex(({ id }) => id === createdId) ?? -1;
  const listedId = createdAt >= 0 ? createdId : null;
  const goToCreated = useEffectEvent(() => goTo(Math.floor(createdAt / projectsPerPage) + 1));
  useEffect(() => {
    // Only once per new project; after that the user controls the page.
    if (listedId !== null) goToCreated();
  }, [listedId]);
  const from = (page - 1) * projectsPerPage;
  return {
    page,
    pageCount,
    goTo,
    from,
    keys: {
      '[': () => page > 1 && goTo(page - 1),
      ']': () => page < pageCount && goTo(page + 1),
    },
    shown: projects?.slice(from, from + projectsPerPage) ?? [],
  };
}

function PageLine(props: {
  count: number;
  from: number;
  page: number;
  pageCount: number;
  goTo: (page: number) => void;
}) {
  const to = Math.min(props.from + projectsPerPage, props.count);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <p className="figures text-table text-muted">
        {messages.showing(props.from + 1, to, props.count)}
      </p>
      <Pagination
        noun={messages.projects}
        page={props.page}
        pageCount={props.pageCount}
        onPage={props.goTo}
      />
    </div>
  );
}

function ProjectColumns() {
  const { columns } = messages;
  return (
    <TableHead>
      <HeadCell>{columns.id}</HeadCell>
      <HeadCell>{columns.name}</HeadCell>
      <HeadCell isNumber>{columns.screenshots}</HeadCell>
      <HeadCell isNumber>{columns.size}</HeadCell>
      <HeadCell isNumber>{columns.actions}</HeadCell>
    </TableHead>
  );
}

function ProjectRow(props: {
  project: Project;
  isNew: boolean;
  /** Null if the user may not delete it. */
  onDelete: (() => void) | null;
}) {
  const { project } = props;
  const { columns } = messages;
  return (
    <Row {...rowAttributes} isMarked={props.isNew}>
      <Cell label={columns.id} className="whitespace-nowrap @3xl:w-32">
        <span className="flex items-center gap-1 font-mono text-muted">
          {project.id}
          <CopyButton text={String(project.id)} label={messages.copyId(project.id)} />
        </span>
      </Cell>
      <Cell label={columns.name} className="font-medium @xl:min-w-32">
        <span className="@max-xl:text-right [overflow-wrap:anywhere]">{project.name}</span>
      </Cell>
      <Cell label={columns.screenshots} isNumber className="@3xl:w-32">
        {formatCount(project.screenshotCount)}
      </Cell>
      <Cell label={columns.size} isNumber className="whitespace-nowrap @3xl:w-36">
        {formatSize(project.totalSize, '0 Bytes')}
      </Cell>
      <Cell label={columns.actions} className="@3xl:w-28">
        <span className="flex justify-end gap-0.5">
          <Tooltip text={messages.viewFiles(project.name)}>
            <Link
              {...rowOpenAttributes}
              to={`/dashboard/files?project=${String(project.id)}`}
              aria-label={messages.viewFiles(project.name)}
              className={cn(
                buttonClasses({ variant: 'ghost', size: 'icon' }),
                'size-8 text-muted hover:text-ink',
              )}
            >
              <FolderOpen aria-hidden="true" />
            </Link>
          </Tooltip>
          {props.onDelete && <DeleteButton name={project.name} onClick={props.onDelete} />}
        </span>
      </Cell>
    </Row>
  );
}

function DeleteButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Tooltip text={messages.deleteProject(name)}>
      <Button
        variant="ghost"
        size="icon"
        aria-label={messages.deleteProject(name)}
        onClick={onClick}
        className="size-8 text-muted hover:text-red"
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </Tooltip>
  );
}

function SkeletonRows() {
  const isShown = useSkeleton(true);
  const { columns } = messages;
  return Array.from({ length: projectsPerPage }, (_, index) => (
    <Row key={index} className={cn('hover:bg-transparent', !isShown && 'invisible')}>
      <Cell label={columns.id} className="@3xl:w-32">
        <Skeleton className="w-12" />
      </Cell>
      <Cell label={columns.name}>
        <Skeleton className="w-40" />
      </Cell>
      <Cell label={columns.screenshots} isNumber className="@3xl:w-32">
        <Skeleton className="w-10" />
      </Cell>
      <Cell label={columns.size} isNumber className="@3xl:w-36">
        <Skeleton className="w-16" />
      </Cell>
      <Cell label={columns.actions} isNumber className="@3xl:w-28">
        <Skeleton className="h-8 w-16" />
      </Cell>
    </Row>
  ));
}

function NoProjects({ children }: { children: ReactNode }) {
  const { docsUrl } = useRuntimeConfig();
  return (
    <Card>
      <EmptyState title={messages.emptyTitle} text={messages.emptyText}>
        {children}
        <DocsLink href={docsUrl}>{messages.readDocs}</DocsLink>
      </EmptyState>
    </Card>
  );
}

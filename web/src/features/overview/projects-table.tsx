import type { Project } from '@shotwright/contract';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useListKeys } from '../../lib/keyboard/list-keys.ts';
import { overviewMessages as messages } from '../../lib/messages/overview.ts';
import { useRights } from '../accounts/session/rights.tsx';
import { useIsBillingOn, useRuntimeConfig } from '../../lib/api/runtime-config.ts';
import { Button } from '../../ui/button.tsx';
import { Card, SectionHeading } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { DocsLink } from '../../ui/list-states.tsx';
import { pagesOf, Pagination } from '../../ui/pagination.tsx';
import { ProjectDialogs, type ProjectInDialog } from './project-dialogs.tsx';
import { ProjectRows } from './project-rows.tsx';
import { pageOf, projectsPerPage } from './overview.rules.ts';
import { sortProjects, useProjectSort } from './sort-projects.ts';

const headingId = 'your-projects';

/** `Your Projects`: three per page, with the page in the URL. */
export function ProjectsTable({ projects }: { projects: readonly Project[] | undefined }) {
  const [isCreating, setCreating] = useState<boolean | null>(null);
  const [createdId, setCreatedId] = useState<number | null>(null);
  const [deletion, setDeletion] = useState<ProjectInDialog | null>(null);
  const budget = useBudgetDialog();
  const [sort, sortBy] = useProjectSort();
  const sorted = projects && sortProjects(projects, sort);
  const paging = usePaging(sorted, createdId);
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
        <ProjectRows
          projects={projects && paging.shown}
          hasBudgets={projects?.some(({ monthlyLimit }) => monthlyLimit !== null) === true}
          createdId={createdId}
          sort={sort}
          onSort={projects !== undefined && projects.length > 1 ? sortBy : null}
          mayRename={mayEdit}
          onBudget={budget.open}
          onDelete={mayEdit ? (project) => setDeletion({ project, isOpen: true }) : null}
        />
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
        budget={budget.opened}
        onBudget={budget.change}
        finalFocus={() => document.getElementById(headingId)}
      />
    </section>
  );
}

/** Tracks the project whose budget is open. `open` is null if the user may not change budgets. */
function useBudgetDialog() {
  const [opened, change] = useState<ProjectInDialog | null>(null);
  const may = useRights();
  const isBillingOn = useIsBillingOn();
  const open = (project: Project) =>
    change((last) => ({ project, isOpen: true, openCount: (last?.openCount ?? 0) + 1 }));
  return { opened, change, open: isBillingOn && may('integrate') ? open : null };
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

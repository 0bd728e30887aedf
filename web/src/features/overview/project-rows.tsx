import type { Project } from '@shotwright/contract';
import { FolderOpen, Gauge, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState, type Ref } from 'react';
import { Link } from 'react-router';
import { cn } from '../../lib/cn.ts';
import { formatCount, formatSize } from '../../lib/format/format.ts';
import { rowAttributes, rowOpenAttributes } from '../../lib/keyboard/list-keys.ts';
import { overviewMessages as messages } from '../../lib/messages/overview.ts';
import { budgetMessages } from '../../lib/messages/team/budgets.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton, useSkeleton } from '../../ui/skeleton.tsx';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/table.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { UsageBar } from '../../ui/usage-bar.tsx';
import { ProjectNameField } from '../projects/project-name.tsx';
import { projectsPerPage } from './overview.rules.ts';
import type { ProjectColumn, ProjectSort } from './sort-projects.ts';

interface ProjectActions {
  readonly mayRename: boolean;
  /** Null if the user may not change the budget. */
  readonly onBudget: ((project: Project) => void) | null;
  /** Null if the user may not delete it. */
  readonly onDelete: ((project: Project) => void) | null;
}

/**
 * Table of the projects of a page, with skeleton rows while they load. `hasBudgets`: at least one
 * project has a monthly limit.
 */
export function ProjectRows(
  props: ProjectActions & {
    projects: readonly Project[] | undefined;
    hasBudgets: boolean;
    createdId: number | null;
    sort: ProjectSort | null;
    /** Null if there is nothing to sort. */
    onSort: ((column: ProjectColumn) => void) | null;
  },
) {
  const { projects, createdId, sort, onSort, ...row } = props;
  return (
    <Table label={messages.yourProjects}>
      <ProjectColumns hasBudgets={props.hasBudgets} sort={sort} onSort={onSort} />
      <TableBody>
        {projects === undefined ? (
          <SkeletonRows />
        ) : (
          projects.map((project) => (
            <ProjectRow
              key={project.id}
              project={project}
              isNew={project.id === createdId}
              {...row}
            />
          ))
        )}
      </TableBody>
    </Table>
  );
}

function ProjectColumns(props: {
  hasBudgets: boolean;
  sort: ProjectSort | null;
  onSort: ((column: ProjectColumn) => void) | null;
}) {
  const { columns } = messages;
  const { hasBudgets, sort, onSort } = props;
  const heading = (column: ProjectColumn) =>
    onSort === null ? (
      <HeadCell isNumber={column !== 'name'}>{columns[column]}</HeadCell>
    ) : (
      <HeadCell
        isNumber={column !== 'name'}
        sort={{
          direction: sort?.column === column ? sort.direction : null,
          onClick: () => onSort(column),
        }}
      >
        {columns[column]}
      </HeadCell>
    );
  return (
    <TableHead hasSortBar={onSort !== null}>
      <HeadCell>{columns.id}</HeadCell>
      {heading('name')}
      {heading('screenshots')}
      {heading('size')}
      {hasBudgets && <HeadCell>{budgetMessages.column}</HeadCell>}
      <HeadCell isNumber>{columns.actions}</HeadCell>
    </TableHead>
  );
}

function ProjectRow(
  props: ProjectActions & { project: Project; isNew: boolean; hasBudgets: boolean },
) {
  const { project } = props;
  const { columns } = messages;
  const [isRenaming, setRenaming] = useState(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const endRenaming = (hasFocus: boolean): void => {
    setRenaming(false);
    if (hasFocus) renameButton.current?.focus();
  };
  return (
    <Row {...rowAttributes} isMarked={props.isNew}>
      <Cell label={columns.id} className="whitespace-nowrap @3xl:w-32">
        <span className="flex items-center gap-1 font-mono text-muted">
          {project.id}
          <CopyButton text={String(project.id)} label={messages.copyId(project.id)} />
        </span>
      </Cell>
      <Cell label={columns.name} className="font-medium @xl:min-w-32">
        {isRenaming ? (
          <ProjectNameField project={project} onClose={endRenaming} />
        ) : (
          <span className="@max-xl:text-right [overflow-wrap:anywhere]">{project.name}</span>
        )}
      </Cell>
      <Cell label={columns.screenshots} isNumber className="@3xl:w-32">
        {formatCount(project.screenshotCount)}
      </Cell>
      <Cell label={columns.size} isNumber className="whitespace-nowrap @3xl:w-36">
        {formatSize(project.totalSize, '0 Bytes')}
      </Cell>
      {props.hasBudgets && (
        <Cell label={budgetMessages.column} className="@3xl:w-44">
          <ProjectBudget project={project} />
        </Cell>
      )}
      <Cell label={columns.actions} className="@3xl:w-44">
        <RowActions {...props} renameButton={renameButton} onRename={() => setRenaming(true)} />
      </Cell>
    </Row>
  );
}

function RowActions(
  props: ProjectActions & {
    project: Project;
    renameButton: Ref<HTMLButtonElement>;
    onRename: () => void;
  },
) {
  const { project, renameButton, onRename, onBudget, onDelete } = props;
  return (
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
      {props.mayRename && (
        <IconButton
          label={messages.renameProject(project.name)}
          ref={renameButton}
          onClick={onRename}
        >
          <Pencil aria-hidden="true" />
        </IconButton>
      )}
      {onBudget && (
        <IconButton label={budgetMessages.edit(project.name)} onClick={() => onBudget(project)}>
          <Gauge aria-hidden="true" />
        </IconButton>
      )}
      {onDelete && (
        <IconButton
          isDestructive
          label={messages.deleteProject(project.name)}
          onClick={() => onDelete(project)}
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      )}
    </span>
  );
}

/** Use of the monthly limit in this cycle, with a bar. */
function ProjectBudget({ project: { monthlyLimit, monthlyUsage } }: { project: Project }) {
  if (monthlyLimit === null) return <span className="text-muted">{budgetMessages.unlimited}</span>;
  const used = monthlyUsage ?? 0;
  return (
    <span className="grid gap-1.5 @max-xl:justify-items-end">
      <span className="figures whitespace-nowrap">
        {budgetMessages.usageOf(formatCount(used), formatCount(monthlyLimit))}
      </span>
      <UsageBar share={used / monthlyLimit} />
    </span>
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

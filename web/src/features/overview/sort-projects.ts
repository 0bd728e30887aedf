import type { Project } from '@shotwright/contract';
import { useSearchParams } from 'react-router';
import { withValues } from '../../lib/search-params.ts';
import type { ColumnSort } from '../../ui/table.tsx';

const names = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });
const comparisons = {
  name: (a: Project, b: Project) => names.compare(a.name, b.name),
  screenshots: (a: Project, b: Project) => a.screenshotCount - b.screenshotCount,
  size: (a: Project, b: Project) => a.totalSize - b.totalSize,
} as const;
/** Names are most often wanted from A to Z, numbers from the largest. */
const firstDirections = {
  name: 'ascending',
  screenshots: 'descending',
  size: 'descending',
} as const;

const columns = ['name', 'screenshots', 'size'] as const;

/** Column by which projects can be sorted. */
export type ProjectColumn = (typeof columns)[number];

/** Order of projects; null: the oldest first. */
export interface ProjectSort {
  readonly column: ProjectColumn;
  readonly direction: NonNullable<ColumnSort['direction']>;
}

/** Returns the projects in an order; equal ones stay the oldest first. */
export function sortProjects(
  projects: readonly Project[],
  sort: ProjectSort | null,
): readonly Project[] {
  if (sort === null) return projects;
  const compare = comparisons[sort.column];
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return projects.toSorted((a, b) => sign * compare(a, b));
}

/** Returns the order after another click on a heading: its first direction, the other one, none. */
export function nextSort(sort: ProjectSort | null, column: ProjectColumn): ProjectSort | null {
  const direction = firstDirections[column];
  if (sort?.column !== column) return { column, direction };
  if (sort.direction !== direction) return null;
  return { column, direction: direction === 'ascending' ? 'descending' : 'ascending' };
}

/** Manages the order of projects in the URL; a change returns to the first page. */
export function useProjectSort(): readonly [ProjectSort | null, (column: ProjectColumn) => void] {
  const [search, setSearch] = useSearchParams();
  const sort = readSort(search.get('sort'));
  const sortBy = (column: ProjectColumn): void => {
    const next = nextSort(sort, column);
    const text = next && `${next.direction === 'descending' ? '-' : ''}${next.column}`;
    setSearch((now) => withValues(now, { sort: text, page: null }), { preventScrollReset: true });
  };
  return [sort, sortBy];
}

function readSort(text: string | null): ProjectSort | null {
  const column = columns.find((name) => name === text?.replace('-', ''));
  if (column === undefined) return null;
  return { column, direction: text === column ? 'ascending' : 'descending' };
}

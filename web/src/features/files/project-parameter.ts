import type { Project } from '@shotwright/contract';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { fileMessages as words } from '../../lib/messages/files.ts';
import { toasts } from '../../lib/toasts.ts';

/**
 * Converts `?project={id}` to the project filter once the projects are loaded, and announces it; an
 * unknown project is dropped silently. Source: specification §2, acceptance FM-15, FM-19.
 */
export function useProjectParameter(projects: {
  data: readonly Project[] | undefined;
  isError: boolean;
}): void {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('project');
  const handled = useRef<string | null>(null);
  const { data, isError } = projects;
  useEffect(() => {
    if (asked === null) handled.current = null;
    if (asked === null || handled.current === asked || (data === undefined && !isError)) return;
    handled.current = asked;
    const project = data?.find(({ id }) => String(id) === asked);
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('project');
        if (project !== undefined) {
          next.set('in', String(project.id));
          next.delete('page');
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
    if (project !== undefined) toasts.info({ title: words.showingProject(project.name) });
  }, [asked, data, isError, setSearch]);
}

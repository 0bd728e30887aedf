import type { Project } from '@shotwright/contract';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { fileMessages as messages } from '../../lib/messages/files.ts';
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
  const requested = search.get('project');
  const handled = useRef<string | null>(null);
  const { data, isError } = projects;
  useEffect(() => {
    if (requested === null) handled.current = null;
    if (requested === null || handled.current === requested || (data === undefined && !isError))
      return;
    handled.current = requested;
    const project = data?.find(({ id }) => String(id) === requested);
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
    if (project !== undefined) toasts.info({ title: messages.showingProject(project.name) });
  }, [requested, data, isError, setSearch]);
}

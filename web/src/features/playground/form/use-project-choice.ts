import { useProjects } from '../../projects/projects.api.ts';
import type { CaptureForm } from './capture-form.rules.ts';
import { playgroundKeys, writeText } from '../playground-storage.ts';

/**
 * Returns the project to capture into: the selected one if it exists, else the last used one, else
 * the only one.
 */
export function useProjectChoice(form: Pick<CaptureForm, 'project_id'>): string {
  const projects = useProjects().data;
  if (projects === undefined) return form.project_id;
  const ids = projects.map(({ id }) => String(id));
  const last = localStorage.getItem(playgroundKeys.project) ?? '';
  return (
    [form.project_id, last].find((id) => ids.includes(id)) ??
    (ids.length === 1 ? (ids[0] ?? '') : '')
  );
}

/** Stores the project as the default for the next visit. */
export function rememberProject(projectId: string): void {
  writeText(localStorage, playgroundKeys.project, projectId);
}

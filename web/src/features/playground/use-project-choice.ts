import { useProjects } from '../projects/projects.api.ts';
import type { CaptureForm } from './capture-form.rules.ts';
import { playgroundKeys, writeText } from './playground-storage.ts';

/** The project to capture into: the chosen one while it exists, else the last one, else the only one. */
export function useProjectChoice(form: CaptureForm): string {
  const projects = useProjects().data;
  if (projects === undefined) return form.projectId;
  const ids = projects.map(({ id }) => String(id));
  const last = localStorage.getItem(playgroundKeys.project) ?? '';
  return (
    [form.projectId, last].find((id) => ids.includes(id)) ??
    (ids.length === 1 ? (ids[0] ?? '') : '')
  );
}

/** Remembers a project for the next visit. */
export function rememberProject(projectId: string): void {
  writeText(localStorage, playgroundKeys.project, projectId);
}

import type { PathTable } from './endpoint-path.ts';

/** Methods and paths of the endpoints for projects. */
export const projectPaths = {
  listProjects: { method: 'GET', path: '/projects/list' },
  listProjectsByKey: { method: 'GET', path: '/projects' },
  createProject: { method: 'POST', path: '/projects' },
  renameProject: { method: 'PATCH', path: '/projects/{id}' },
  deleteProject: { method: 'DELETE', path: '/projects/{id}' },
} as const satisfies PathTable;

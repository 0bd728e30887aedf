import { projectEndpoints } from '@shotwright/contract';
import { route, type Route } from '../../http/route.ts';
import { presentProject } from './projects.present.ts';
import type { ProjectsService } from './projects.service.ts';

/** Routes for projects. */
export function projectsRoutes(service: ProjectsService): Route[] {
  return [
    route(projectEndpoints.listProjects, async ({ caller }) => {
      const rows = await service.listProjects({ organizationId: caller.organizationId });
      return { data: { projects: rows.map(presentProject) } };
    }),
    route(projectEndpoints.listProjectsByKey, async ({ caller }) => {
      const onlyId = caller.kind === 'key' ? caller.projectId : null;
      const rows = await service.listProjects({
        organizationId: caller.organizationId,
        ...(onlyId === null ? {} : { onlyId }),
      });
      return { data: { projects: rows.map(presentProject) } };
    }),
    route(projectEndpoints.createProject, async ({ caller, body }) => {
      const row = await service.createProject({
        organizationId: caller.organizationId,
        name: body.name,
      });
      return { data: { project: presentProject(row) }, message: 'Project created successfully' };
    }),
    route(projectEndpoints.renameProject, async ({ caller, params, body }) => {
      const row = await service.renameProject({
        organizationId: caller.organizationId,
        projectId: params.id,
        name: body.name,
      });
      return { data: { project: presentProject(row) }, message: 'Project renamed successfully' };
    }),
    route(projectEndpoints.deleteProject, async ({ caller, params }) => {
      await service.deleteProject({ organizationId: caller.organizationId, projectId: params.id });
      return { data: {}, message: 'Project deleted successfully' };
    }),
  ];
}

import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { textLimits } from './paths/limits.ts';
import { projectPaths } from './paths/projects.ts';
import { nameText, wireId, wireInstant } from './wire.ts';

/** A project with its figures. `totalSize` in bytes. Source: specification §3. */
export const projectSchema = z.object({
  id: z.int(),
  name: z.string(),
  screenshotCount: z.int(),
  totalSize: z.int(),
  /** Credits that captures of the project may cost in a cycle; null: no limit. */
  monthlyLimit: z.int().nullable(),
  /** Credits that count against the limit in this cycle; null without a limit. */
  monthlyUsage: z.int().nullable(),
  createdAt: wireInstant,
});

const tag = 'Projects';
const projectBody = z.strictObject({ name: nameText(textLimits.name) });
const projectResponse = { kind: 'envelope', schema: z.object({ project: projectSchema }) } as const;
const projectsResponse = {
  kind: 'envelope',
  schema: z.object({ projects: z.array(projectSchema) }),
} as const;

/** Endpoints for projects, which contain screenshots. */
export const projectEndpoints = {
  listProjects: defineEndpoint({
    ...projectPaths.listProjects,
    operationId: 'listProjects',
    summary: 'List projects',
    tag,
    auth: 'session',
    response: projectsResponse,
  }),
  listProjectsByKey: defineEndpoint({
    ...projectPaths.listProjectsByKey,
    operationId: 'listProjectsByKey',
    summary: 'List the projects that the API key can use',
    tag,
    auth: 'session_or_key',
    response: projectsResponse,
  }),
  createProject: defineEndpoint({
    ...projectPaths.createProject,
    operationId: 'createProject',
    summary: 'Create a project',
    tag,
    auth: 'session',
    successStatus: 201,
    body: projectBody,
    response: projectResponse,
    isIdempotent: true,
  }),
  renameProject: defineEndpoint({
    ...projectPaths.renameProject,
    operationId: 'renameProject',
    summary: 'Rename a project',
    tag,
    auth: 'session',
    params: z.object({ id: wireId }),
    body: projectBody,
    response: projectResponse,
  }),
  deleteProject: defineEndpoint({
    ...projectPaths.deleteProject,
    operationId: 'deleteProject',
    summary: 'Delete a project with its files, keys and saved settings',
    tag,
    auth: 'session',
    params: z.object({ id: wireId }),
    response: { kind: 'envelope', schema: z.object({}) },
  }),
} as const;

/** Type inferred from {@link projectSchema}. */
export type Project = z.infer<typeof projectSchema>;

import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { listLimits } from './limits.ts';
import { screenshotStatuses } from './screenshots.ts';
import { wireId, wireInstant, wireNumber, wireUuid } from './wire.ts';

/** A stored capture as the file manager shows it; failed and running ones included. Source: specification §3. */
export const fileSchema = z.object({
  id: wireUuid,
  url: z.string().optional(),
  type: z.enum(['URL', 'HTML']),
  status: z.enum(screenshotStatuses),
  projectId: z.int(),
  screenshotUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  screenshotImageSize: z.int().nullable(),
  imageWidth: z.int().nullable(),
  imageHeight: z.int().nullable(),
  creditsRequired: z.int(),
  duration: z.number().nullable(),
  createdAt: wireInstant,
  code: z.string().nullable(),
  error: z.string().nullable(),
  /** Where anybody can see the picture, until it is revoked; absent: nowhere. */
  publicUrl: z.string().optional(),
});

const tag = 'Files';
const ids = z
  .array(wireUuid)
  .min(1, { error: 'must name at least one file' })
  .max(listLimits.deletedAtOnce);
const deleteBody = z.strictObject({ ids });
const deleteAnswer = { kind: 'envelope', schema: z.object({ deletedCount: z.int() }) } as const;

/** What a zip's names may be made of. Source: acceptance FM-24. */
export const zipNameParts = ['project', 'host', 'path', 'date', 'time', 'id', 'ext'] as const;
/** How a zip names its pictures unless told otherwise. */
export const defaultZipTemplate = '{project}/{host}-{path}-{date}.{ext}';
const zipNameTemplate = z
  .string({ error: 'must be text' })
  .min(1, { error: 'must not be empty' })
  .max(200, { error: 'must be at most 200 characters' })
  .refine(
    (template) =>
      !/[{}]/.test(template.replaceAll(new RegExp(`\\{(${zipNameParts.join('|')})\\}`, 'g'), '')),
    { error: `may name only {${zipNameParts.join('}, {')}}` },
  );

/** A signed address; `expires` in seconds since 1970. The name is what a person saves the file as. */
const linkParams = z.object({
  id: wireUuid,
  expires: wireNumber({ min: 0, max: 9_999_999_999 }),
  signature: z.string().max(64),
  name: z.string().max(200),
});

const publicLink = {
  tag,
  path: '/projects/files/{id}/public-link',
  auth: 'session',
  params: z.object({ id: wireUuid }),
} as const;

/** Stored captures of the dashboard. */
export const fileEndpoints = {
  readFile: defineEndpoint({
    operationId: 'readFile',
    summary: 'Read a stored picture at its signed address',
    tag,
    method: 'GET',
    path: '/files/{id}/{expires}/{signature}/{name}',
    auth: 'public',
    params: linkParams,
    answer: { kind: 'binary', contentTypes: ['image/png', 'image/jpeg'] },
  }),
  readThumbnail: defineEndpoint({
    operationId: 'readThumbnail',
    summary: 'Read the thumbnail of a stored picture at its signed address',
    tag,
    method: 'GET',
    path: '/thumbnails/{id}/{expires}/{signature}/{name}',
    auth: 'public',
    params: linkParams,
    answer: { kind: 'binary', contentTypes: ['image/webp'] },
  }),
  listFiles: defineEndpoint({
    operationId: 'listFiles',
    summary: 'List stored captures, newest first',
    tag,
    method: 'GET',
    path: '/projects/files',
    auth: 'session',
    query: z.strictObject({
      limit: wireNumber({ min: 1, max: listLimits.dashboardFiles }).default(
        listLimits.dashboardFiles,
      ),
      cursor: wireUuid.optional(),
    }),
    answer: {
      kind: 'envelope',
      schema: z.object({
        screenshots: z.array(fileSchema),
        totalScreenshotsSize: z.int(),
        totalProjects: z.int(),
        meta: z.object({ total: z.int(), nextCursor: wireUuid.nullable() }),
      }),
    },
  }),
  downloadFile: defineEndpoint({
    operationId: 'downloadFile',
    summary: 'Download a stored picture by its screenshotUrl',
    tag,
    method: 'POST',
    path: '/projects/files/download',
    auth: 'session',
    body: z.strictObject({ url: z.string().min(1).max(4_096) }),
    answer: { kind: 'binary', contentTypes: ['image/png', 'image/jpeg'] },
  }),
  deleteFiles: defineEndpoint({
    operationId: 'deleteFiles',
    summary: 'Delete stored captures, all or none',
    tag,
    method: 'DELETE',
    path: '/projects/files',
    auth: 'session',
    body: deleteBody,
    answer: deleteAnswer,
  }),
  zipFiles: defineEndpoint({
    operationId: 'zipFiles',
    summary: 'Download stored pictures as one zip with a manifest.csv',
    tag,
    method: 'POST',
    path: '/projects/files/zip',
    auth: 'session',
    body: z.strictObject({ ids, template: zipNameTemplate.default(defaultZipTemplate) }),
    answer: { kind: 'binary', contentTypes: ['application/zip'] },
  }),
  moveFiles: defineEndpoint({
    operationId: 'moveFiles',
    summary: 'Move stored captures to another project, all or none',
    tag,
    method: 'POST',
    path: '/projects/files/move',
    auth: 'session',
    body: z.strictObject({ ids, projectId: wireId }),
    answer: { kind: 'envelope', schema: z.object({ movedCount: z.int() }) },
    isIdempotent: true,
  }),
  createPublicLink: defineEndpoint({
    ...publicLink,
    operationId: 'createPublicLink',
    summary: 'Make a stored picture public; a picture that is public already keeps its link',
    method: 'POST',
    answer: { kind: 'envelope', schema: z.object({ publicUrl: z.string() }) },
  }),
  revokePublicLink: defineEndpoint({
    ...publicLink,
    operationId: 'revokePublicLink',
    summary: 'Take the public link of a stored picture back, for ever',
    method: 'DELETE',
    answer: { kind: 'envelope', schema: z.object({ publicUrl: z.null() }) },
  }),
  readPublicFile: defineEndpoint({
    operationId: 'readPublicFile',
    summary: 'See a stored picture at its public link',
    tag,
    method: 'GET',
    path: '/shared/{id}/{signature}/{name}',
    auth: 'public',
    params: linkParams.omit({ expires: true }),
    answer: { kind: 'binary', contentTypes: ['image/png', 'image/jpeg'] },
  }),
  deleteFilesByPost: defineEndpoint({
    operationId: 'deleteFilesByPost',
    summary: 'Delete stored captures, for clients that cannot send a body with DELETE',
    tag,
    method: 'POST',
    path: '/projects/files/delete',
    auth: 'session',
    body: deleteBody,
    answer: deleteAnswer,
  }),
} as const;

/** See {@link fileSchema}. */
export type StoredFile = z.infer<typeof fileSchema>;

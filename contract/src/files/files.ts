import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { fileFilter } from './file-matches.ts';
import { defaultZipTemplate, filePaths, fileSorts, zipNameParts } from '../paths/files.ts';
import { listLimits } from '../paths/limits.ts';
import {
  outputContentTypes,
  screenshotStatuses,
  storedContentTypes,
} from '../paths/screenshots.ts';
import { verdictSchema } from '../verdicts.ts';
import { wireId, wireInstant, wireNumber, wireUuid } from '../wire.ts';

/**
 * A screenshot as listed in the File Manager, including failed and running ones. Source:
 * specification §3.
 */
export const fileSchema = z.object({
  id: wireUuid,
  url: z.string().optional(),
  type: z.enum(['URL', 'HTML']),
  status: z.enum(screenshotStatuses),
  /** False for a capture of test mode. */
  livemode: z.boolean(),
  projectId: z.int(),
  screenshotUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  screenshotImageSize: z.int().nullable(),
  imageWidth: z.int().nullable(),
  imageHeight: z.int().nullable(),
  creditsRequired: z.int(),
  /** 0 until the capture is complete, and if its verdict returned the credits. */
  creditsCharged: z.int(),
  duration: z.number().nullable(),
  createdAt: wireInstant,
  code: z.string().nullable(),
  error: z.string().nullable(),
  /** Verdict about the image; null if there is none, or if it is older than verdicts are. */
  verdict: verdictSchema.nullable(),
  /** URL where the image is public until the link is revoked; absent if it is not public. */
  publicUrl: z.string().optional(),
  /** URL of an image of the page, if the file is none. */
  previewUrl: z.string().optional(),
  /** ID of the screenshot of which this is an annotated copy; it may have been deleted. */
  annotatedFrom: wireUuid.optional(),
});

const tag = 'Files';
const ids = z
  .array(wireUuid)
  .min(1, { error: 'must contain at least one file ID' })
  .max(listLimits.deletedAtOnce);
const deleteBody = z.strictObject({ ids });
const deleteResponse = { kind: 'envelope', schema: z.object({ deletedCount: z.int() }) } as const;

/** Template of the names of images in a zip. */
export const zipNameTemplate = z
  .string({ error: 'must be text' })
  .min(1, { error: 'must not be empty' })
  .max(200, { error: 'must be at most 200 characters' })
  .refine(
    (template) =>
      !/[{}]/.test(template.replaceAll(new RegExp(`\\{(${zipNameParts.join('|')})\\}`, 'g'), '')),
    { error: `must contain only the placeholders {${zipNameParts.join('}, {')}}` },
  );

/**
 * Parameters of a signed URL; `expires` in seconds since 1970. Browsers save the file as `name`.
 */
const linkParams = z.object({
  id: wireUuid,
  expires: wireNumber({ min: 0, max: 9_999_999_999 }),
  signature: z.string().max(64),
  name: z.string().max(200),
});

const publicLink = {
  tag,
  auth: 'session',
  params: z.object({ id: wireUuid }),
} as const;

/** Endpoints for the dashboard's files. */
export const fileEndpoints = {
  readFile: defineEndpoint({
    ...filePaths.readFile,
    operationId: 'readFile',
    summary: 'Read an image at its signed URL',
    tag,
    auth: 'public',
    isImageRequest: true,
    params: linkParams,
    response: { kind: 'binary', contentTypes: storedContentTypes },
  }),
  readThumbnail: defineEndpoint({
    ...filePaths.readThumbnail,
    operationId: 'readThumbnail',
    summary: 'Read the thumbnail of an image at its signed URL',
    tag,
    auth: 'public',
    params: linkParams,
    response: { kind: 'binary', contentTypes: ['image/webp'] },
  }),
  readPreview: defineEndpoint({
    ...filePaths.readPreview,
    operationId: 'readPreview',
    summary: 'Read the image beside a document at its signed URL',
    tag,
    auth: 'public',
    params: linkParams,
    response: { kind: 'binary', contentTypes: ['image/jpeg'] },
  }),
  listFiles: defineEndpoint({
    ...filePaths.listFiles,
    operationId: 'listFiles',
    summary: 'List files, newest first unless sorted',
    tag,
    auth: 'session',
    query: z
      .strictObject({
        limit: wireNumber({ min: 1, max: listLimits.dashboardFiles }).default(
          listLimits.dashboardFiles,
        ),
        /** Number of files to list instead if there are more than `limit`. */
        ifMore: wireNumber({ min: 1, max: listLimits.dashboardFiles }).optional(),
        /** Lists the files after this one. */
        cursor: wireUuid.optional(),
        /** Page of `limit` files. */
        page: wireNumber({ min: 1, max: 1_000_000_000 }).optional(),
        sort: z
          .enum(fileSorts, { error: `must be one of ${fileSorts.join(', ')}` })
          .default('-created')
          .describe('Order of the list. It has pages only, no cursor, unless it is newest first.'),
        ...fileFilter,
      })
      .refine(({ cursor, sort }) => cursor === undefined || sort === '-created', {
        path: ['cursor'],
        error: 'must be absent unless the list is newest first',
      }),
    response: {
      kind: 'envelope',
      schema: z.object({
        screenshots: z.array(fileSchema),
        totalScreenshotsSize: z.int(),
        totalProjects: z.int(),
        meta: z.object({
          total: z.int(),
          /** False if a filter matches more than `total` files. The last page lists more, up to 10 000. */
          isTotalExact: z.boolean(),
          nextCursor: wireUuid.nullable(),
          /** The requested order; absent if the list is newest first, as it is if too many files match to sort them. */
          sort: z.enum(fileSorts).optional(),
        }),
      }),
    },
  }),
  downloadFile: defineEndpoint({
    ...filePaths.downloadFile,
    operationId: 'downloadFile',
    summary: 'Download an image by its screenshotUrl',
    tag,
    auth: 'session',
    right: 'view',
    body: z.strictObject({ url: z.string().min(1).max(4_096) }),
    response: { kind: 'binary', contentTypes: outputContentTypes },
  }),
  deleteFiles: defineEndpoint({
    ...filePaths.deleteFiles,
    operationId: 'deleteFiles',
    summary: 'Delete files, all or none',
    tag,
    auth: 'session',
    body: deleteBody,
    response: deleteResponse,
  }),
  zipFiles: defineEndpoint({
    ...filePaths.zipFiles,
    operationId: 'zipFiles',
    summary: 'Download images as one zip with a manifest.csv',
    tag,
    auth: 'session_or_key',
    right: 'view',
    body: z.strictObject({ ids, template: zipNameTemplate.default(defaultZipTemplate) }),
    response: { kind: 'binary', contentTypes: ['application/zip'] },
  }),
  moveFiles: defineEndpoint({
    ...filePaths.moveFiles,
    operationId: 'moveFiles',
    summary: 'Move files to another project, all or none',
    tag,
    auth: 'session',
    body: z.strictObject({ ids, projectId: wireId }),
    response: { kind: 'envelope', schema: z.object({ movedCount: z.int() }) },
    isIdempotent: true,
  }),
  createPublicLink: defineEndpoint({
    ...filePaths.createPublicLink,
    ...publicLink,
    operationId: 'createPublicLink',
    summary: 'Create the public link of a file; an existing link is kept',
    response: { kind: 'envelope', schema: z.object({ publicUrl: z.string() }) },
  }),
  revokePublicLink: defineEndpoint({
    ...filePaths.revokePublicLink,
    ...publicLink,
    operationId: 'revokePublicLink',
    summary: 'Revoke the public link of a file permanently',
    response: { kind: 'envelope', schema: z.object({ publicUrl: z.null() }) },
  }),
  readPublicFile: defineEndpoint({
    ...filePaths.readPublicFile,
    operationId: 'readPublicFile',
    summary: 'View an image at its public link',
    tag,
    auth: 'public',
    isImageRequest: true,
    params: linkParams.omit({ expires: true }),
    response: { kind: 'binary', contentTypes: outputContentTypes },
  }),
  deleteScreenshot: defineEndpoint({
    ...filePaths.deleteScreenshot,
    operationId: 'deleteScreenshot',
    summary: 'Delete one screenshot with its image; a running capture is stopped, free of charge',
    tag: 'Screenshots',
    auth: 'session_or_key',
    params: z.object({ id: wireUuid }),
    response: deleteResponse,
  }),
  deleteFilesByPost: defineEndpoint({
    ...filePaths.deleteFilesByPost,
    operationId: 'deleteFilesByPost',
    summary: 'Delete files, for clients that cannot send a body with DELETE',
    tag,
    auth: 'session',
    body: deleteBody,
    response: deleteResponse,
  }),
} as const;

/** Type inferred from {@link fileSchema}. */
export type StoredFile = z.infer<typeof fileSchema>;

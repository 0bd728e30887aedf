import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';
import { deviceKinds, fileFormats, filePaths, fileStatusFilters } from '../paths/files.ts';
import { textLimits } from '../paths/limits.ts';
import { captureLimits } from '../paths/screenshots.ts';
import { verdictKinds } from '../paths/verdicts.ts';
import { boundedText, wireBoolean, wireChoices, wireId, wireInstant, wireUuid } from '../wire.ts';

const tag = 'Files';

const choice = <const T extends string>(values: readonly T[]) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

/** Fields of a filter of files; undefined: any. */
export const fileFilter = {
  /** Words that a file must contain: in its URL, name, status, project, or at the start of its ID. */
  search: z
    .string({ error: 'must be text' })
    .max(textLimits.searchText, {
      error: `must be at most ${textLimits.searchText} characters`,
    })
    .optional(),
  type: z.enum(['url', 'html'], { error: "must be 'url' or 'html'" }).optional(),
  projectId: wireId.optional(),
  verdict: wireChoices(verdictKinds).optional(),
  /** One of the tags of the request. */
  tag: boundedText(captureLimits.tagBytes)
    .refine((text) => text !== '' && !text.includes('\0'), { error: 'must be a tag' })
    .optional(),
  from: wireInstant.optional().describe('Only files created at or after this time.'),
  to: wireInstant.optional().describe('Only files created before this time.'),
  status: choice(fileStatusFilters).optional(),
  device: choice(deviceKinds)
    .optional()
    .describe('Kind of the emulated device; a capture without one is of a desktop.'),
  format: choice(fileFormats).optional().describe('Format of the stored file.'),
  /** False finds the captures of test mode instead. */
  livemode: wireBoolean.default(true),
};
const matches = {
  filter: z.strictObject(fileFilter),
  /** Files that were requested later are not part of the matches. Source: `countMatches`. */
  before: wireUuid,
};
const started = {
  kind: 'envelope',
  schema: z.object({ isRunning: z.boolean() }),
} as const;

/** Endpoints for all files that match a filter. */
export const fileMatchEndpoints = {
  countMatches: defineEndpoint({
    ...filePaths.countMatches,
    operationId: 'countMatches',
    summary: 'Count all files that match a filter, exactly',
    tag,
    auth: 'session',
    query: z.strictObject(fileFilter),
    response: {
      kind: 'envelope',
      schema: z.object({
        total: z.int(),
        /** Identifies the counted files in an operation on all of them. */
        before: wireUuid,
      }),
    },
  }),
  exportFiles: defineEndpoint({
    ...filePaths.exportFiles,
    operationId: 'exportFiles',
    summary: 'Download all files that match a filter as CSV, newest first',
    tag,
    auth: 'session',
    query: z.strictObject(fileFilter),
    response: { kind: 'binary', contentTypes: ['text/csv'] },
  }),
  deleteMatches: defineEndpoint({
    ...filePaths.deleteMatches,
    operationId: 'deleteMatches',
    summary: 'Start the deletion of all files that match a filter',
    tag,
    auth: 'session',
    successStatus: 202,
    body: z.strictObject(matches),
    response: started,
    isIdempotent: true,
  }),
  moveMatches: defineEndpoint({
    ...filePaths.moveMatches,
    operationId: 'moveMatches',
    summary: 'Start the move of all files that match a filter to another project',
    tag,
    auth: 'session',
    successStatus: 202,
    body: z.strictObject({ ...matches, projectId: wireId }),
    response: started,
    isIdempotent: true,
  }),
  readMatchesProgress: defineEndpoint({
    ...filePaths.readMatchesProgress,
    operationId: 'readMatchesProgress',
    summary: 'Read if a deletion or move of all matching files is running',
    tag,
    auth: 'session',
    response: started,
  }),
} as const;

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';

/**
 * File names in a backup's folder. The manifest is written last: a folder without it is not a
 * backup.
 */
export const backupNames = {
  manifest: 'manifest.json',
  secret: 'secret-key',
  tables: 'tables',
  jobs: 'jobs.jsonl.gz',
  fileIndex: 'files.jsonl.gz',
  files: 'files',
} as const;

const part = { sizeBytes: z.int(), sha256: z.string().length(64) };
const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

const manifestSchema = z.object({
  product: z.literal('shotwright'),
  /** Incremented when an earlier program could not read the folder. */
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** All migrations of the schema, in order. */
  migrations: z.array(z.string()).min(1),
  secretFingerprint: z.string(),
  secret: z.object(part),
  tables: z.array(
    z.object({ name: identifier, columns: z.array(identifier).min(1), rows: z.int(), ...part }),
  ),
  sequences: z.array(
    z.object({
      table: identifier,
      column: identifier,
      lastValue: z.string().regex(/^\d+$/),
      isCalled: z.boolean(),
    }),
  ),
  jobs: z.object({ rows: z.int(), ...part }),
  /** Null: the backup was made without files. */
  files: z
    .object({
      count: z.int(),
      totalBytes: z.int(),
      ...part,
      /**
       * Keys of objects whose rows are in the backup, but which the store no longer had, or had
       * damaged.
       */
      missing: z.array(z.string()),
    })
    .nullable(),
});
/** Contents of a backup, with the hash of every part. */
export type BackupManifest = z.infer<typeof manifestSchema>;

/** An object of the store, as recorded in the rows of the backup. */
export const indexedFileSchema = z.object({
  key: z.string(),
  contentType: z.string(),
  sizeBytes: z.int(),
  sha256: z.string().length(64),
});
/** A file of {@link indexedFileSchema}. */
export type IndexedFile = z.infer<typeof indexedFileSchema>;

/** Returns the path of a table's rows in the backup `directory`. */
export function tablePath(directory: string, name: string): string {
  return join(directory, backupNames.tables, `${name}.copy.gz`);
}

/**
 * Reads the manifest of a backup. Throws `invalid` with an explanation if there is none that this
 * program supports.
 */
export async function readManifest(directory: string): Promise<BackupManifest> {
  const path = join(directory, backupNames.manifest);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) {
    throw backupError(
      `${directory} has no ${backupNames.manifest}: it is not a backup, or the backup was interrupted. Use a complete backup.`,
    );
  }
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw backupError(
    `${path} cannot be read (${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'no JSON'}). It is damaged or was made by a newer release.`,
  );
}

/** Creates the error for a backup that cannot be used. */
export function backupError(message: string): AppError {
  return new AppError({ code: 'validation_failed', message });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

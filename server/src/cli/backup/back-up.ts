import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ObjectStore } from '../../adapters/storage/object-store.ts';
import { isObjectKey } from '../../adapters/storage/object-store.ts';
import type { Config } from '../../config/config.ts';
import type { SequenceState, Snapshot } from '../../db/snapshot.ts';
import { hasJobTables, selectOpenJobs } from '../../jobs/open-jobs.ts';
import type { Logger } from '../../lib/logger.ts';
import {
  backupNames,
  indexedFileSchema,
  backupError,
  tablePath,
  type BackupManifest,
  type IndexedFile,
} from './backup-format.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import { jsonLines, readJsonLines, readBackupFile, writeBackupFile } from './backup-files.ts';
import { openBackupSource } from './source.ts';

/** Source and target of a backup. */
export interface BackUpInput {
  readonly config: Config;
  readonly logger: Logger;
  /** A folder that does not exist, or an empty one. */
  readonly to: string;
  /** True if the stored objects are copied as well. */
  readonly withFiles: boolean;
  /** Aborting cancels the backup and empties its folder. */
  readonly signal: AbortSignal;
}

const maxConcurrentCopies = 4;

const selectFiles = `
  select storage_key as key, content_type as "contentType", size_bytes as "sizeBytes", sha256 from files
  union all
  select storage_key, content_type, size_bytes, sha256 from ticket_attachments`;

/**
 * Copies the database at one point in time, every object its rows name, and the secret into a
 * folder, even while servers run. The folder is a valid backup once its manifest exists, which is
 * written last; after a failure it is empty again. Throws an explanation if there is nothing to
 * back up, the folder is not empty or the disk is full.
 */
export async function backUp(input: BackUpInput): Promise<BackupManifest> {
  const { signal, withFiles } = input;
  const to = resolve(input.to);
  const isNew = await prepareFolder(to);
  try {
    await using stack = new AsyncDisposableStack();
    const { snapshot, store, secret, secretFingerprint } = await openBackupSource({
      ...input,
      stack,
    });
    const createdAt = new Date().toISOString();
    const database = await copyDatabase(snapshot, { to, withFiles, signal });
    await snapshot.end();
    const { fileIndex, ...parts } = database;
    const manifest: BackupManifest = {
      product: 'shotwright',
      format: 1,
      createdAt,
      migrations: [...snapshot.migrations],
      secretFingerprint,
      secret: await writeBackupFile(join(to, backupNames.secret), [`${secret}\n`]),
      ...parts,
      files: fileIndex && { ...fileIndex, ...(await copyFiles(store, { to, signal })) },
    };
    signal.throwIfAborted();
    await publish(to, manifest);
    return manifest;
  } catch (err) {
    await clear(to, isNew);
    if (signal.aborted) {
      throw backupError(`The backup was interrupted. ${to} contains none of it.`);
    }
    throw err;
  }
}

interface CopyInput {
  readonly to: string;
  readonly signal: AbortSignal;
}

async function copyDatabase(
  snapshot: Snapshot,
  { to, withFiles, signal }: CopyInput & { readonly withFiles: boolean },
): Promise<
  Pick<BackupManifest, 'tables' | 'jobs'> & {
    readonly sequences: SequenceState[];
    readonly fileIndex: { readonly sizeBytes: number; readonly sha256: string } | null;
  }
> {
  const options = { isCompressed: true, signal };
  await mkdir(join(to, backupNames.tables), { mode: 0o700 });
  const tables: BackupManifest['tables'] = [];
  for (const { name, columns } of snapshot.tables) {
    const rows = snapshot.copyTable({ name, columns });
    const part = await writeBackupFile(tablePath(to, name), rows, options);
    tables.push({ name, columns: [...columns], rows: rows.rowCount, ...part });
  }
  let jobCount = 0;
  const countJobs = async function* (): AsyncGenerator<object, void> {
    for await (const { found } of snapshot.rows<{ found: boolean }>(hasJobTables)) {
      if (!found) return;
    }
    for await (const job of snapshot.rows(selectOpenJobs)) {
      jobCount += 1;
      yield job;
    }
  };
  const jobs = await writeBackupFile(join(to, backupNames.jobs), jsonLines(countJobs()), options);
  const index = join(to, backupNames.fileIndex);
  const fileIndex = withFiles
    ? await writeBackupFile(index, jsonLines(snapshot.rows(selectFiles)), options)
    : null;
  const sequences = [...(await snapshot.sequences())];
  return { tables, sequences, jobs: { rows: jobCount, ...jobs }, fileIndex };
}

async function copyFiles(
  store: ObjectStore,
  { to, signal }: CopyInput,
): Promise<{ count: number; totalBytes: number; missing: string[] }> {
  const found = { count: 0, totalBytes: 0, missing: [] as string[] };
  const folders = new Set<string>();
  const index = readJsonLines(join(to, backupNames.fileIndex), indexedFileSchema);
  await forEachConcurrently(index, maxConcurrentCopies, async (file) => {
    signal.throwIfAborted();
    const path = filePath(to, file.key);
    const folder = dirname(path);
    if (!folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
    folders.add(folder);
    if (await copyFile(store, { file, path, signal })) {
      found.count += 1;
      found.totalBytes += file.sizeBytes;
    } else found.missing.push(file.key);
  });
  return found;
}

/**
 * Copies one object. Returns false if the store does not have it, or has other content than the row
 * records; a backup without it is better than none.
 */
async function copyFile(
  store: ObjectStore,
  input: { readonly file: IndexedFile; readonly path: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const { file, path, signal } = input;
  const object = await store.get(file.key);
  if (!object) return false;
  const { sha256 } = await writeBackupFile(path, object.stream, { signal });
  if (sha256 === file.sha256) return true;
  await rm(path, { force: true });
  return false;
}

/**
 * Returns the path of an object in the backup `directory`. Throws for a key that would escape it.
 */
export function filePath(directory: string, key: string): string {
  if (!isObjectKey(key)) throw backupError(`The backup contains an invalid object key: ${key}`);
  return join(directory, backupNames.files, key);
}

/** Reads an object from the backup `directory`. */
export function readFileOf(directory: string, key: string) {
  return readBackupFile(filePath(directory, key));
}

/** Creates the folder if necessary. Returns true if it was created. */
async function prepareFolder(to: string): Promise<boolean> {
  const made = await mkdir(to, { recursive: true, mode: 0o700 });
  const found = await readdir(to);
  if (found.length > 0) {
    throw backupError(
      `${to} is not empty (it contains ${found[0]}). Use a new folder for each backup.`,
    );
  }
  // It will contain the secret.
  await chmod(to, 0o700);
  return made !== undefined;
}

async function clear(to: string, isNew: boolean): Promise<void> {
  for (const name of await readdir(to).catch(() => [])) {
    await rm(join(to, name), { recursive: true, force: true }).catch(() => undefined);
  }
  if (isNew) await rm(to, { recursive: true, force: true }).catch(() => undefined);
}

async function publish(to: string, manifest: BackupManifest): Promise<void> {
  const path = join(to, backupNames.manifest);
  await writeBackupFile(`${path}.partial`, [`${JSON.stringify(manifest, null, 2)}\n`]);
  await rename(`${path}.partial`, path);
  const folder = await open(to, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

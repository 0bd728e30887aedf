import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { backupError } from './backup-format.ts';

/** Size and hash of a backup file, as written or as expected. */
export interface FileDigest {
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
}

type Source = Readable | AsyncIterable<string | Buffer> | Iterable<string | Buffer>;

/**
 * Writes a file durably, readable by its owner only. Throws `unavailable` with an explanation if
 * the disk is full or read-only.
 */
export async function writeBackupFile(
  path: string,
  source: Source,
  options: { readonly isCompressed?: boolean; readonly signal?: AbortSignal } = {},
): Promise<FileDigest> {
  const { isCompressed = false, signal } = options;
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer | string>) {
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk);
      hash.update(bytes);
      sizeBytes += bytes.length;
      yield bytes;
    }
  };
  try {
    const from = source instanceof Readable ? source : Readable.from(source);
    const to = createWriteStream(path, { mode: 0o600, flush: true });
    const rest = { ...(signal && { signal }) };
    if (isCompressed) await pipeline(from, createGzip({ level: 1 }), measure, to, rest);
    else await pipeline(from, measure, to, rest);
  } catch (err) {
    throw explainDiskError(err, path);
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** Reads a file of a backup; `isCompressed` must match how it was written. */
export function readBackupFile(path: string, { isCompressed = false } = {}): Readable {
  const file = createReadStream(path);
  if (!isCompressed) return file;
  const unpacked = createGunzip();
  file.once('error', (err) => unpacked.destroy(err));
  unpacked.once('close', () => file.destroy());
  return file.pipe(unpacked);
}

/** Throws `invalid` if a file of the backup is missing or differs from what was written. */
export async function verifyBackupFile(path: string, expected: FileDigest): Promise<void> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  try {
    for await (const chunk of createReadStream(path)) {
      const bytes: Buffer = chunk;
      hash.update(bytes);
      sizeBytes += bytes.length;
    }
  } catch (err) {
    throw backupError(`The backup is incomplete: ${path} cannot be read (${reasonOf(err)}).`);
  }
  if (sizeBytes === expected.sizeBytes && hash.digest('hex') === expected.sha256) return;
  throw backupError(
    `The backup is damaged: the content of ${path} has changed. Use another backup.`,
  );
}

/** Yields one line of JSON for each item. */
export async function* jsonLines(items: AsyncIterable<object>): AsyncGenerator<string, void> {
  for await (const item of items) yield `${JSON.stringify(item)}\n`;
}

/** Yields the items of a compressed part that {@link jsonLines} wrote. */
export async function* readJsonLines<T>(
  path: string,
  schema: z.ZodType<T>,
): AsyncGenerator<T, void> {
  const source = readBackupFile(path, { isCompressed: true });
  const lines = createInterface({ input: source, crlfDelay: Infinity });
  try {
    for await (const line of lines) yield schema.parse(JSON.parse(line));
  } finally {
    lines.close();
    source.destroy();
  }
}

function explainDiskError(err: unknown, path: string): unknown {
  const code = err instanceof Error && 'code' in err ? String(err.code) : '';
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) {
    return unavailable(`The disk is full: ${path} could not be written. Free some space.`, err);
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return unavailable(
      `${path} could not be written (${code}). Check the owner and permissions of its folder.`,
      err,
    );
  }
  return err;
}

function unavailable(message: string, cause: unknown): AppError {
  return new AppError({ code: 'unavailable', message, cause });
}

function reasonOf(err: unknown): string {
  return err instanceof Error && 'code' in err ? String(err.code) : String(err);
}

import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissingFile } from '../missing-file.ts';

/** Folder of a batch: its images, and a record that makes a repeated run continue it. */
export interface BatchFolder {
  /** True if the image of this name was stored. */
  has(name: string): boolean;
  /** Idempotency key of the next capture of an image: the same until that capture has failed. */
  keyOf(name: string): string;
  /** Records that the capture of an image failed, so that a later run makes a new one. */
  addFailure(name: string): Promise<void>;
}

const recordName = '.shotwright-batch.jsonl';

/**
 * Opens the folder of a batch and creates it if it is missing. An interrupted run may have made a
 * capture without storing its image; a later run gets that capture by its key, without a charge.
 */
export async function openBatchFolder(path: string): Promise<BatchFolder> {
  await mkdir(path, { recursive: true });
  const recordPath = join(path, recordName);
  const names = new Set(
    (await readdir(path))
      .filter((file) => !file.endsWith('.partial'))
      .map((file) => file.replace(/\.[^.]+$/, '')),
  );
  const lines = await readRecord(recordPath);
  const known = lines.map(({ run }) => run).find((run) => typeof run === 'string');
  const run = known ?? randomUUID();
  if (known === undefined) await append(recordPath, { run });
  const failures = new Map<string, number>();
  const count = (name: string) => failures.set(name, (failures.get(name) ?? 0) + 1);
  for (const { failed } of lines) if (typeof failed === 'string') count(failed);
  return {
    has: (name) => names.has(name),
    keyOf: (name) => `${run}-${name.slice(-8)}-${failures.get(name) ?? 0}`,
    addFailure: async (name) => {
      count(name);
      await append(recordPath, { failed: name });
    },
  };
}

const append = (path: string, line: object): Promise<void> =>
  appendFile(path, `${JSON.stringify(line)}\n`);

/** A line that a crash cut off is ignored. */
async function readRecord(path: string): Promise<readonly Record<string, unknown>[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissingFile(error)) return '';
    throw error;
  });
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === 'object' && value !== null
        ? [Object.fromEntries(Object.entries(value))]
        : [];
    } catch {
      return [];
    }
  });
}

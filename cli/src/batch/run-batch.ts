import { join } from 'node:path';
import { ShotwrightError, type CaptureOptions, type Screenshot } from '@shotwright/sdk';
import type { Connection } from '../context.ts';
import type { BatchFolder } from './batch-folder.ts';
import { imageNameOf } from './image-names.ts';
import { runParallel } from './run-parallel.ts';

/** End of one URL of a batch. */
export type BatchEnd =
  | { readonly url: string; readonly path: string; readonly screenshot: Screenshot }
  | { readonly url: string; readonly error: ShotwrightError };

/** Numbers of a batch; they grow while it runs. */
export interface BatchCounts {
  saved: number;
  /** Images that an earlier run stored. */
  skipped: number;
  failed: number;
  notStarted: number;
}

interface BatchInput {
  readonly connection: Connection;
  readonly folder: BatchFolder;
  readonly folderPath: string;
  readonly urls: readonly string[];
  readonly options: Partial<CaptureOptions>;
  /** Captures at the same time. */
  readonly parallel: number;
  readonly counts: BatchCounts;
  readonly onEnd: (end: BatchEnd) => void;
}

/**
 * Captures URLs and stores their images. An error that any other URL would have as well, for example
 * used up credits, starts no further capture and is thrown after the running ones have ended.
 */
export async function runBatch(input: BatchInput): Promise<void> {
  const { urls, options, folder, counts, parallel } = input;
  const jobs = urls.map((url) => {
    const given = { ...options, url };
    return { url, given, name: imageNameOf(given) };
  });
  const open = jobs.filter(({ name }) => !folder.has(name));
  counts.skipped = jobs.length - open.length;
  counts.notStarted = open.length;
  await runParallel(open, parallel, async (job) => {
    counts.notStarted -= 1;
    await captureOne(input, job);
  });
}

interface BatchJob {
  readonly url: string;
  readonly given: CaptureOptions & { readonly url: string };
  readonly name: string;
}

async function captureOne(input: BatchInput, { url, given, name }: BatchJob): Promise<void> {
  const { connection, folder, folderPath, counts, onEnd } = input;
  const { client, call } = connection;
  try {
    const idempotencyKey = folder.keyOf(name);
    const screenshot = await client.capture(given, { ...call, idempotencyKey });
    const image = await client.downloadImage(screenshot.id, call);
    const ending = /\.[a-z0-9]+$/.exec(image.fileName)?.[0] ?? '';
    const path = join(folderPath, `${name}${ending}`);
    await image.saveTo(path);
    counts.saved += 1;
    onEnd({ url, path, screenshot });
  } catch (error) {
    if (!isErrorOfUrl(error)) throw error;
    if (isFinal(error)) await folder.addFailure(name);
    counts.failed += 1;
    onEnd({ url, error });
  }
}

/** True if the capture has ended without an image, so that its key would return the same again. */
const isFinal = ({ screenshotId, status }: ShotwrightError): boolean =>
  screenshotId !== undefined || status === 404 || status === 410;

/** True if another URL could be captured with the same options, key and server. */
export function isErrorOfUrl(error: unknown): error is ShotwrightError {
  if (!(error instanceof ShotwrightError)) return false;
  const { code, field } = error;
  return isFinal(error) || field === 'url' || urlCodes.has(code);
}

const urlCodes: ReadonlySet<string> = new Set([
  'invalid_url',
  'unsupported_scheme',
  'url_not_allowed',
  'deadline_exceeded',
]);

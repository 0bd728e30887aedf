import type { Readable } from 'node:stream';
import { AppError } from '../../lib/app-error.ts';

/** Size and hash of an object that was stored and compared with what was to be stored. */
export interface StoredObject {
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** An object being read; the reader has to use up or destroy the stream. */
export interface OpenObject {
  readonly stream: Readable;
  readonly sizeBytes: number;
}

/**
 * Keeps objects under keys. What is absent is `undefined`, never an error; a store that is down, full or refuses us is an
 * `AppError` of kind `unavailable`.
 */
export interface ObjectStore {
  /** Resolves only when the whole object is durable and was found to be what was given. Replaces what was there. */
  put(
    key: string,
    bytes: Uint8Array,
    options: {
      readonly contentType: string;
      /** Shortens the deadline of a store that has one. */
      readonly deadlineMs?: number;
    },
  ): Promise<StoredObject>;
  get(key: string): Promise<OpenObject | undefined>;
  read(key: string): Promise<Buffer | undefined>;
  head(key: string): Promise<{ readonly sizeBytes: number } | undefined>;
  /** Absent keys are fine. */
  remove(keys: readonly string[]): Promise<void>;
  /** Ends connections. */
  close(): Promise<void>;
}

const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
const maxKeyLength = 200;

/** Whether a store may have such a key: segments of letters, digits, `.`, `_` and `-`, none of them hidden or `..`. */
export function isObjectKey(key: string): boolean {
  return key.length <= maxKeyLength && keyPattern.test(key);
}

/** Refuses to store under a key that could never be read: a fault of ours, not of the caller. */
export function requireObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new Error(`not an object key: ${JSON.stringify(key.slice(0, 80))}`);
}

/** The store cannot do its work now; the cause is for the log. */
export function storeUnavailable(cause: unknown): AppError {
  return new AppError({
    kind: 'unavailable',
    code: 'unavailable',
    message: 'The file store is not available just now. Please try again in a moment.',
    retryAfterSeconds: 5,
    cause,
  });
}

import type { Readable } from 'node:stream';
import { AppError } from '../../shared/app-error.ts';

/** Size and hash of an object that was stored and compared with its source. */
export interface StoredObject {
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** An object being read; the reader must consume or destroy the stream. */
export interface OpenObject {
  readonly stream: Readable;
  readonly sizeBytes: number;
}

/**
 * Stores objects under keys. A missing object is `undefined`, never an error; a store that is down,
 * full or denies access throws an `AppError` with code `unavailable`.
 */
export interface ObjectStore {
  /**
   * Stores an object, replacing an existing one. Resolves only when the whole object is durable and
   * verified.
   */
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
  /** Removes objects; missing keys are ignored. */
  remove(keys: readonly string[]): Promise<void>;
  /** Closes connections. */
  close(): Promise<void>;
}

const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
const maxKeyLength = 200;

/**
 * Returns true if a key is valid: segments of letters, digits, `.`, `_` and `-`, none of them
 * hidden or `..`.
 */
export function isObjectKey(key: string): boolean {
  return key.length <= maxKeyLength && keyPattern.test(key);
}

/**
 * Throws for a key that could never be read, which is a bug of ours and not an error of the caller.
 */
export function requireObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new Error(`not an object key: ${JSON.stringify(key.slice(0, 80))}`);
}

/** Creates the error for a store that is unavailable; the cause is for the log. */
export function storeUnavailable(cause: unknown): AppError {
  return new AppError({
    code: 'unavailable',
    message: 'The file store is temporarily unavailable. Please try again in a moment.',
    retryAfterSeconds: 5,
    cause,
  });
}

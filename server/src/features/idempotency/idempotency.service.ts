import { textLimits } from '@shotwright/contract';
import type { Database, Tx } from '../../db/transaction.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { sha256 } from '../../lib/crypto.ts';
import {
  findIdempotencyRecord,
  insertIdempotencyRecord,
  removeExpiredIdempotencyRecords,
  updateIdempotencyResponse,
  type IdempotencyScope,
} from './idempotency.store.ts';

/** A repeatable request: its organisation, operation and key, and a hash of its body. */
export interface IdempotentRequest extends IdempotencyScope {
  readonly bodyHash: string;
}

/** Response to the first request. */
export interface StoredResponse {
  readonly statusCode: number;
  readonly answer: Readonly<Record<string, unknown>>;
}

/**
 * `Idempotency-Key`: a repeated request has one effect and one response for 24 hours. Keys are
 * stored in the transaction that does the work, so that a rejected request leaves no trace and can
 * be repeated unchanged.
 */
export interface Idempotency {
  /**
   * Returns the caller's key and a hash of the parsed body; null without a key. Throws
   * `validation_failed` for an invalid key.
   */
  read(
    header: string | undefined,
    body: unknown,
  ): Pick<IdempotentRequest, 'key' | 'bodyHash'> | null;
  /** Error for a repeat that arrives before the first request has completed. */
  inProgress(): AppError;
  /**
   * Returns undefined if the request is new; it is then recorded if `tx` commits. Otherwise returns
   * the response to the first request. Throws `idempotency_key_reused` (422) for another body and
   * `idempotency_in_progress` (409) while the first one runs.
   */
  claim(tx: Tx, request: IdempotentRequest): Promise<StoredResponse | undefined>;
  /** Stores the response; in the same transaction as the claim, or later. */
  complete(tx: Tx, input: IdempotencyScope & StoredResponse): Promise<void>;
  /** Deletes keys older than a day; returns their number. */
  removeExpired(): Promise<number>;
}

/** Creates an {@link Idempotency} backed by the database. */
export function createIdempotency({ db }: { db: Database }): Idempotency {
  return {
    read: readIdempotencyKey,
    inProgress,
    claim: async (tx, request) => {
      if (await insertIdempotencyRecord(tx, request)) return undefined;
      const record = await findIdempotencyRecord(tx, request);
      if (record && record.bodyHash !== request.bodyHash) throw reusedKey();
      if (!record || record.statusCode === null) throw inProgress();
      return { statusCode: record.statusCode, answer: record.answer ?? {} };
    },
    complete: async (tx, input) => updateIdempotencyResponse(tx, { ...input }),
    removeExpired: () => removeExpiredIdempotencyRecords(db),
  };
}

function readIdempotencyKey(
  header: string | undefined,
  body: unknown,
): Pick<IdempotentRequest, 'key' | 'bodyHash'> | null {
  if (header === undefined) return null;
  if (!/^[\x21-\x7e]+$/.test(header) || header.length > textLimits.idempotencyKey) {
    throw invalidField(
      'Idempotency-Key',
      `must be 1 to ${textLimits.idempotencyKey} visible ASCII characters without spaces`,
    );
  }
  return { key: header, bodyHash: sha256(JSON.stringify(body)) };
}

function inProgress(): AppError {
  return new AppError({
    code: 'idempotency_in_progress',
    message: 'The first request with this Idempotency-Key is still running. Try again shortly.',
    retryAfterSeconds: 1,
  });
}

function reusedKey(): AppError {
  return new AppError({
    code: 'idempotency_key_reused',
    message:
      'This Idempotency-Key was used before with a different body. Use a new key for a new request.',
  });
}

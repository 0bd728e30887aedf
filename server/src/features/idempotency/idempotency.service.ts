import { textLimits } from '@shotwright/contract';
import type { Database, Tx } from '../../db/transaction.ts';
import { AppError, invalidField } from '../../lib/app-error.ts';
import { sha256 } from '../../lib/crypto.ts';
import {
  findIdempotencyRecord,
  insertIdempotencyRecord,
  removeExpiredIdempotencyRecords,
  updateIdempotencyAnswer,
  type IdempotencyScope,
} from './idempotency.store.ts';

/** A request that may come again: whose, what, the caller's key, and a hash of what it asks. */
export interface IdempotentRequest extends IdempotencyScope {
  readonly bodyHash: string;
}

/** What a first request answered. */
export interface RememberedAnswer {
  readonly statusCode: number;
  readonly answer: Readonly<Record<string, unknown>>;
}

/**
 * `Idempotency-Key`: a repeated request has one effect and one answer for 24 hours. Keys are remembered in the
 * transaction that does the work, so that a refused request leaves no trace and may be repeated as it is.
 */
export interface Idempotency {
  /** The caller's key and a hash of the parsed body; null without a key. Throws `validation_failed` for an unusable key. */
  read(
    header: string | undefined,
    body: unknown,
  ): Pick<IdempotentRequest, 'key' | 'bodyHash'> | null;
  /** The refusal of a repeat that came before the first request was answered. */
  stillRunning(): AppError;
  /**
   * Undefined: the request is new, and is remembered if `tx` commits. Otherwise what the first one answered.
   * Throws `idempotency_key_reused` (422) for another body and `idempotency_in_progress` (409) while the first one runs.
   */
  claim(tx: Tx, request: IdempotentRequest): Promise<RememberedAnswer | undefined>;
  /** Keeps the answer; in the same transaction as the claim, or later. */
  complete(tx: Tx, input: IdempotencyScope & RememberedAnswer): Promise<void>;
  /** Forgets keys older than a day; answers how many. */
  removeExpired(): Promise<number>;
}

/** See {@link Idempotency}. */
export function createIdempotency({ db }: { db: Database }): Idempotency {
  return {
    read: readIdempotencyKey,
    stillRunning,
    claim: async (tx, request) => {
      if (await insertIdempotencyRecord(tx, request)) return undefined;
      const record = await findIdempotencyRecord(tx, request);
      if (record && record.bodyHash !== request.bodyHash) throw reusedKey();
      if (!record || record.statusCode === null) throw stillRunning();
      return { statusCode: record.statusCode, answer: record.answer ?? {} };
    },
    complete: async (tx, input) => updateIdempotencyAnswer(tx, { ...input }),
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

function stillRunning(): AppError {
  return new AppError({
    kind: 'conflict',
    code: 'idempotency_in_progress',
    message: 'The first request with this Idempotency-Key is still running. Ask again shortly.',
    retryAfterSeconds: 1,
  });
}

function reusedKey(): AppError {
  return new AppError({
    kind: 'unprocessable',
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key came with another body before. Use a new key for a new request.',
  });
}

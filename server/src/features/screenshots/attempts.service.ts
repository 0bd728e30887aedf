import type {
  CapturedImage,
  CaptureSpec,
  CaptureViewport,
  RenderReport,
} from '@shotwright/capture';
import type { ObjectStore } from '../../adapters/storage/object-store.ts';
import { atOnce, inTransaction, type Database, type Tx } from '../../db/transaction.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import { newId, newToken } from '../../lib/ids.ts';
import type { Logger } from '../../lib/logger.ts';
import type { CreditsService } from '../credits/credits.service.ts';
import { captureSpecOf } from './capture-spec.rules.ts';
import {
  completeAttempt,
  failAttempt,
  insertDeletedObject,
  lockOpenAttempt,
  startAttempt,
  type Failure,
  type NewImageFile,
  type OpenAttempt,
  type StartedAttempt,
} from './attempts.store.ts';
import { internalFailure } from './failure.rules.ts';
import { fileNameOf } from './file-name.rules.ts';
import { insertPageImage } from './page-images.store.ts';
import { parseSecrets, secretsPurpose } from './secrets.rules.ts';

interface AttemptsDependencies {
  readonly db: Database;
  readonly keyRing: Pick<KeyRing, 'decrypt'>;
  readonly store: Pick<ObjectStore, 'put'>;
  readonly credits: Pick<CreditsService, 'settle' | 'release'>;
  readonly findDevice: (name: string) => CaptureViewport | undefined;
  readonly logger: Pick<Logger, 'warn'>;
  /** Tells whoever wants to know that a capture has ended, once the transaction commits. */
  announceEnd(tx: Tx, ended: { organizationId: string; id: string }): Promise<void>;
}

/** A worker's try at one capture. */
export interface Attempt extends StartedAttempt {
  /** Where this attempt's picture goes; no other attempt has it, and nobody can guess it. */
  readonly storageKey: string;
}

/** How a capture came to its end: by this attempt, or by another one while this one was at work. */
export type AttemptEnd = 'ended' | 'superseded';

/** A worker's side of captures: start, then end with a picture or with a failure, at most once. */
export interface Attempts {
  /** Undefined: the capture has ended, or was deleted. */
  start(input: { organizationId: string; id: string }): Promise<Attempt | undefined>;
  /** What to draw, with the request's secrets opened. Throws when they do not open or the device is no longer known. */
  specOf(attempt: Attempt): CaptureSpec;
  /** Stores the picture, then ends the capture and charges it in one transaction. */
  complete(
    attempt: Attempt,
    input: { image: CapturedImage; report: RenderReport },
  ): Promise<AttemptEnd>;
  /**
   * Ends the capture without a picture and gives its credits back in one transaction. `pageImage`: what was on show then;
   * it is kept if it can be stored.
   */
  fail(
    attempt: Attempt,
    input: { failure: Failure; report: RenderReport | null; pageImage?: CapturedImage },
  ): Promise<AttemptEnd>;
  /** Ends a capture whose job will not run again, and gives its credits back; one that has ended is left alone. */
  giveUp(input: { organizationId: string; id: string }): Promise<void>;
}

/** See {@link Attempts}. */
export function createAttempts(deps: AttemptsDependencies): Attempts {
  const { db, credits } = deps;
  return {
    start: async (input) => {
      const storageKey = `screenshots/${input.organizationId}/${input.id}/image-${newToken()}`;
      const started = await startAttempt(db, { ...input, storageKey });
      return started && { ...started, storageKey };
    },
    specOf: (attempt) => specOf(deps, attempt),
    complete: async (attempt, { image, report }) => {
      const storedFrom = performance.now();
      const file = await storeImage(deps, attempt, image);
      const timings = timingsOf(attempt, report, performance.now() - storedFrom);
      return inTransaction(db, async (tx) => {
        if (await completeAttempt(tx, { ...refOf(attempt), file, timings, report })) {
          await atOnce(tx, [
            (open) => credits.settle(open, creditEventOf(attempt)),
            (open) => deps.announceEnd(open, attempt),
          ]);
          return 'ended';
        }
        await insertDeletedObject(tx, attempt.storageKey);
        return 'superseded';
      });
    },
    fail: async (attempt, { failure, report, pageImage }) => {
      const file = pageImage && (await storePageImage(deps, attempt, pageImage));
      return inTransaction(db, async (tx) => {
        const timings = report && timingsOf(attempt, report, 0);
        const record = timings ? { timings, report } : {};
        const hasEnded = await failAttempt(tx, { ...refOf(attempt), failure, ...record });
        const isKept = hasEnded && file && (await insertPageImage(tx, { ...attempt, file }));
        if (file && !isKept) await insertDeletedObject(tx, file.storageKey);
        if (!hasEnded) return 'superseded';
        await atOnce(tx, [
          (open) => credits.release(open, creditEventOf(attempt)),
          (open) => deps.announceEnd(open, attempt),
        ]);
        return 'ended';
      });
    },
    giveUp: (input) =>
      inTransaction(db, async (tx) => {
        const open = await lockOpenAttempt(tx, { ...input, projectId: null });
        if (!open || !(await failAttempt(tx, { ...open, failure: internalFailure }))) return;
        await credits.release(tx, creditEventOf(open));
        await deps.announceEnd(tx, input);
      }),
  };
}

/** Stores what an attempt leaves, under the key it has planned; answers what its row says of it. */
async function storeImage(
  { store }: Pick<AttemptsDependencies, 'store'>,
  attempt: Attempt,
  { bytes, contentType, widthPx, heightPx }: CapturedImage,
): Promise<NewImageFile> {
  const { storageKey } = attempt;
  const { sizeBytes, sha256 } = await store.put(storageKey, bytes, { contentType });
  const name = fileNameOf({ ...attempt, contentType });
  return { id: newId(), storageKey, name, contentType, sizeBytes, sha256, widthPx, heightPx };
}

/** Undefined when the store does not take it: a capture's end never waits for a picture that only explains it. */
async function storePageImage(
  deps: AttemptsDependencies,
  attempt: Attempt,
  image: CapturedImage,
): Promise<NewImageFile | undefined> {
  try {
    return await storeImage(deps, attempt, image);
  } catch (err) {
    deps.logger.warn({ err, screenshotId: attempt.id }, 'the page of a failed capture is not kept');
    return undefined;
  }
}

function specOf(
  { keyRing, findDevice }: Pick<AttemptsDependencies, 'keyRing' | 'findDevice'>,
  started: StartedAttempt,
): CaptureSpec {
  const { id, url, html, options, secretsSealed } = started;
  const secrets = secretsSealed
    ? parseSecrets(keyRing.decrypt(secretsPurpose, { sealed: secretsSealed, context: id }))
    : {};
  return captureSpecOf({ url, html, options, secrets }, findDevice);
}

const refOf = ({ organizationId, id, attempt }: StartedAttempt) => ({
  organizationId,
  id,
  attempt,
});

const creditEventOf = ({ organizationId, id, apiKeyId, credits }: OpenAttempt) => ({
  organizationId,
  screenshotId: id,
  apiKeyId,
  amount: credits,
});

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** From acceptance to end; the engine's own queue counts as queue. Units: ms, one decimal. */
function timingsOf(
  { queueMs }: StartedAttempt,
  { timings }: RenderReport,
  storeMs: number,
): Record<string, number> {
  return {
    queueMs: rounded(queueMs + timings.queueMs),
    navigateMs: rounded(timings.navigateMs),
    waitMs: rounded(timings.waitMs),
    captureMs: rounded(timings.captureMs),
    storeMs: rounded(storeMs),
    totalMs: rounded(queueMs + timings.totalMs + storeMs),
  };
}

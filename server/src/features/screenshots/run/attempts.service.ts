import type {
  CapturedImage,
  CaptureSpec,
  CaptureViewport,
  RenderReport,
} from '@shotwright/capture';
import type { ObjectStore } from '../../../adapters/storage/object-store.ts';
import { inPipeline, inTransaction, type Database, type Tx } from '../../../db/transaction.ts';
import type { KeyRing } from '../../../lib/crypto.ts';
import { endUpload, isImageStored, unstored } from './end-delivery.ts';
import type { UploadTargets } from '../../destinations/deliver/upload-targets.service.ts';
import { newId, newToken } from '../../../lib/ids.ts';
import type { Logger } from '../../../lib/logger.ts';
import type { CreditsService } from '../../credits/credits.service.ts';
import type { OnCaptureEnd } from '../events/on-capture-end.ts';
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
import { storeFiles, type CapturedFiles } from './stored-files.ts';
import { fileNameOf } from '../file-name.rules.ts';
import { insertFailureImage } from './failure-images.store.ts';
import { withOptionWarnings } from './option-warnings.rules.ts';
import { parseSecrets, secretsPurpose } from '../request/secrets.rules.ts';
import { verdictOutcomeOf, type VerdictNote } from '../verdict/verdict-outcome.rules.ts';
import { timingsOf } from './timings.rules.ts';
import { insertVerdictRefund, refundHostOf } from '../verdict/verdict-refunds.store.ts';

interface AttemptsDependencies {
  readonly db: Database;
  readonly keyRing: Pick<KeyRing, 'decrypt'>;
  readonly store: Pick<ObjectStore, 'put'>;
  readonly credits: Pick<CreditsService, 'settle' | 'release'>;
  readonly findDevice: (name: string) => CaptureViewport | undefined;
  readonly logger: Pick<Logger, 'warn'>;
  onCaptureEnd: OnCaptureEnd;
  readonly uploadTargets: Pick<UploadTargets, 'start' | 'cancel'>;
}

/** A worker's attempt at one capture. */
export interface Attempt extends StartedAttempt {
  /** Key of this attempt's image in the store; unique to the attempt and unguessable. */
  readonly storageKey: string;
}

/** Outcome of ending an attempt: ended by this attempt, or already superseded by another one. */
export type AttemptOutcome = 'ended' | 'superseded';

/** Worker operations on captures: start, then end with an image or a failure, at most once. */
export interface Attempts {
  /** Returns undefined if the capture has ended or was deleted. */
  start(input: { organizationId: string; id: string }): Promise<Attempt | undefined>;
  /**
   * Capture specification, with the request's secrets decrypted. Throws if they cannot be decrypted
   * or the device is no longer known.
   */
  specOf(attempt: Attempt): CaptureSpec;
  /**
   * Stores the image, then ends the capture and charges it, or releases its credits if its verdict
   * says so, in one transaction. With a verdict that the request does not want, the capture fails.
   */
  complete(
    attempt: Attempt,
    input: CapturedFiles & { readonly report: RenderReport },
  ): Promise<AttemptOutcome>;
  /**
   * Ends the capture without an image and releases its credits in one transaction. `pageImage`:
   * image of the page at that moment; stored if possible.
   */
  fail(attempt: Attempt, input: Omit<AttemptFailure, 'note'>): Promise<AttemptOutcome>;
  /**
   * Ends a capture whose job will not run again, and releases its credits; one that has ended stays
   * unchanged.
   */
  abandon(input: { organizationId: string; id: string }): Promise<void>;
}

interface AttemptFailure {
  readonly failure: Failure;
  readonly report: RenderReport | null;
  readonly pageImage?: CapturedImage;
  /** Present if the verdict is the reason. */
  readonly note?: VerdictNote;
}

/** Creates {@link Attempts} that write to the database and the object store. */
export function createAttempts(deps: AttemptsDependencies): Attempts {
  const { db, credits } = deps;
  return {
    start: async (input) => {
      const storageKey = `screenshots/${input.organizationId}/${input.id}/image-${newToken()}`;
      const started = await startAttempt(db, { ...input, storageKey });
      return started && { ...started, storageKey };
    },
    specOf: (attempt) => specOf(deps, attempt),
    complete: (attempt, input) => {
      const report = withOptionWarnings(input.report, { ...attempt, ...deps });
      const outcome = verdictOutcomeOf(attempt.options, report);
      return outcome.kind === 'fail'
        ? failWithReport(deps, attempt, { ...outcome, report })
        : completeWithImage(deps, attempt, {
            captured: input,
            report,
            note: outcome.kind === 'refund' ? outcome.note : undefined,
          });
    },
    fail: (attempt, input) => failWithReport(deps, attempt, input),
    abandon: (input) =>
      inTransaction(db, async (tx) => {
        const open = await lockOpenAttempt(tx, { ...input, projectId: null });
        if (!open || !(await failAttempt(tx, { ...open, failure: internalFailure }))) return;
        await credits.release(tx, creditEventOf(open));
        await deps.onCaptureEnd(tx, open);
      }),
  };
}

async function completeWithImage(
  deps: AttemptsDependencies,
  attempt: Attempt,
  {
    captured,
    report,
    note,
  }: {
    readonly captured: CapturedFiles;
    readonly report: RenderReport;
    /** Present if the verdict returns the credits. */
    readonly note: VerdictNote | undefined;
  },
): Promise<AttemptOutcome> {
  const storedFrom = performance.now();
  const files = await storeFiles(deps, { attempt, captured });
  const timings = timingsOf(attempt, report, performance.now() - storedFrom);
  return inTransaction(deps.db, async (tx) => {
    const stored = isImageStored(attempt) ? files : files.map(unstored);
    const record = { files: stored, timings, report, isRefunded: note !== undefined };
    if (await completeAttempt(tx, { ...refOf(attempt), ...record })) {
      await endHold(deps, tx, { attempt, note, by: 'settle' });
      await endUpload(deps, tx, { attempt, by: attempt.isTest ? 'cancel' : 'start' });
      return 'ended';
    }
    for (const { storageKey } of files) await insertDeletedObject(tx, storageKey);
    return 'superseded';
  });
}

async function failWithReport(
  deps: AttemptsDependencies,
  attempt: Attempt,
  { failure, report, pageImage, note }: AttemptFailure,
): Promise<AttemptOutcome> {
  const file =
    pageImage && isImageStored(attempt)
      ? await storeFailureImage(deps, attempt, pageImage)
      : undefined;
  return inTransaction(deps.db, async (tx) => {
    const timings = report && timingsOf(attempt, report, 0);
    const record = timings ? { timings, report } : {};
    const hasEnded = await failAttempt(tx, { ...refOf(attempt), failure, ...record });
    const isInserted = hasEnded && file && (await insertFailureImage(tx, { ...attempt, file }));
    if (file && !isInserted) await insertDeletedObject(tx, file.storageKey);
    if (!hasEnded) return 'superseded';
    await endHold(deps, tx, { attempt, note, by: 'release' });
    await endUpload(deps, tx, { attempt, by: 'cancel' });
    return 'ended';
  });
}

/**
 * Settles or releases the hold, or releases it for the verdict, and enqueues the webhooks. A capture
 * of test mode holds nothing.
 */
async function endHold(
  deps: AttemptsDependencies,
  tx: Tx,
  {
    attempt,
    note,
    by,
  }: {
    readonly attempt: Attempt;
    readonly note: VerdictNote | undefined;
    readonly by: 'settle' | 'release';
  },
): Promise<void> {
  const needsCheck = by === 'settle' && attempt.hasBaselines && isImageStored(attempt);
  await inPipeline(tx, [
    async (open) => {
      if (attempt.isTest) return;
      if (note === undefined) await deps.credits[by](open, creditEventOf(attempt));
      else await releaseForVerdict(deps, open, { attempt, note });
    },
    (open) => deps.onCaptureEnd(open, { ...attempt, needsCheck }),
  ]);
}

/**
 * Releases the hold with the verdict as its reason, and counts the refund for the host. Nothing was
 * refunded if captures are free.
 */
async function releaseForVerdict(
  { credits }: Pick<AttemptsDependencies, 'credits'>,
  tx: Tx,
  { attempt, note }: { readonly attempt: Attempt; readonly note: VerdictNote },
): Promise<void> {
  await credits.release(tx, { ...creditEventOf(attempt), note });
  if (attempt.credits > 0) {
    await insertVerdictRefund(tx, { ...refOf(attempt), host: refundHostOf(attempt.url) });
  }
}

/** Stores an attempt's image under its planned key; returns the values of its row. */
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

/**
 * Returns undefined if the store fails: the end of a capture never waits for an image that only
 * explains it.
 */
async function storeFailureImage(
  deps: AttemptsDependencies,
  attempt: Attempt,
  image: CapturedImage,
): Promise<NewImageFile | undefined> {
  try {
    return await storeImage(deps, attempt, image);
  } catch (err) {
    deps.logger.warn(
      { err, screenshotId: attempt.id },
      'failed to store the image of a failed page',
    );
    return undefined;
  }
}

function specOf(
  { keyRing, findDevice }: Pick<AttemptsDependencies, 'keyRing' | 'findDevice'>,
  started: StartedAttempt,
): CaptureSpec {
  const { id, url, html, options, encryptedSecrets } = started;
  const secrets = encryptedSecrets
    ? parseSecrets(keyRing.decrypt(secretsPurpose, { sealed: encryptedSecrets, context: id }))
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

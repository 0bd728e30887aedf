import { batchLimits, type BatchBody, type BatchReceipt } from '@shotwright/contract';
import { inTransaction, type Database, type Tx } from '../../../db/transaction.ts';
import { AppError, notFound } from '../../../shared/app-error.ts';
import { newId } from '../../../lib/ids.ts';
import type { Idempotency } from '../../idempotency/idempotency.service.ts';
import { lockWaiting } from '../request/insert-screenshot.store.ts';
import { createQueueLimit } from '../request/queue-limit.service.ts';
import { findProject, requireSameProject } from '../request/request-screenshot.service.ts';
import { retriedFields } from '../request/retry-screenshot.rules.ts';
import type { ScreenshotScope } from '../screenshots.store.ts';
import {
  acceptedItems,
  fittingEntries,
  insertEntries,
  pricedEntries,
  type AcceptItemsDependencies,
  type BatchCaller,
  type ItemsRequest,
} from './accept-items.service.ts';
import {
  invalidItemsError,
  readItems,
  type BatchEntry,
  type ReadItems,
} from './batch-items.rules.ts';
import { detachItems, listFailedItems, type FailedItem } from './batch-items.store.ts';
import { findBatch, insertBatch, reopenBatch } from './batches.store.ts';
import {
  captureReader,
  openSettings,
  readEntry,
  repeatedBody,
  type ReadBatchDependencies,
} from './read-batch.service.ts';
import type { ProjectsService } from '../../projects/projects.service.ts';

interface RequestBatchDependencies extends AcceptItemsDependencies, ReadBatchDependencies {
  readonly db: Database;
  readonly idempotency: Pick<Idempotency, 'read' | 'claim' | 'complete'>;
  readonly maxItems: number;
  readonly requireProject: ProjectsService['requireProject'];
  findOrCreateProject(tx: Tx, organizationId: string): Promise<number>;
}

interface Repeatable {
  readonly caller: BatchCaller;
  /** The only project the caller may use; null means any. */
  readonly boundProjectId: number | null;
  readonly operation: string;
  readonly idempotencyKey: string | undefined;
}

/** A response without its URL. */
export type BatchAcceptance = Omit<BatchReceipt, 'statusUrl'> & { readonly isReplay: boolean };

/** Acceptance of batches. */
export interface RequestBatch {
  /**
   * Accepts a batch: its row, and the rows, jobs and credit holds of all captures, in one transaction;
   * a dry run only checks it. Throws the errors of the rules, of projects, credits, idempotency and
   * the queue.
   */
  request(
    input: Repeatable & { readonly body: BatchBody; readonly isStrict: boolean },
  ): Promise<BatchAcceptance>;
  /**
   * Accepts the failed captures of a batch again, in their positions. Throws `batch_not_found`, and
   * `conflict` (409) if none can be repeated or the batch is paused.
   */
  retry(
    input: Repeatable & { readonly batchId: string; readonly scope: ScreenshotScope },
  ): Promise<BatchAcceptance>;
}

/** Creates a {@link RequestBatch}. */
export function createRequestBatch(deps: RequestBatchDependencies): RequestBatch {
  const readWaitingLimit = createQueueLimit(deps);
  return {
    request: async (input) => {
      const { body, caller, isStrict } = input;
      const webhookUrl = body.webhook_url && deps.requestWebhooks.readUrl(body.webhook_url);
      requireSameProject({ boundProjectId: input.boundProjectId, projectId: body.project_id });
      const settings = await openSettings(deps, input);
      const read = readItems(body, {
        settings,
        maxItems: deps.maxItems,
        readCapture: captureReader(deps, { caller, settings, isStrict }),
      });
      if (body.dry_run) return dryRun(deps, { ...input, read });
      const isRejected = read.entries.length === 0 || !body.partial;
      if (read.invalid.length > 0 && isRejected) throw invalidItemsError(read);
      const waitingLimit = await readWaitingLimit();
      return once(deps, { ...input, body: repeatedBody(body, read) }, (tx) =>
        accept(deps, tx, {
          ...input,
          read,
          webhookUrl: webhookUrl ?? null,
          waitingLimit,
        }),
      );
    },
    retry: async (input) => {
      const waitingLimit = await readWaitingLimit();
      return once(deps, { ...input, body: { retryOf: input.batchId } }, (tx) =>
        retry(deps, tx, { ...input, waitingLimit }),
      );
    },
  };
}

type Receipt = Omit<BatchAcceptance, 'isReplay'>;

/** Runs `work` in a transaction, and a repeat of the same request not at all. */
function once(
  { db, idempotency }: RequestBatchDependencies,
  { caller, operation, idempotencyKey, body }: Repeatable & { readonly body: unknown },
  work: (tx: Tx) => Promise<Receipt>,
): Promise<BatchAcceptance> {
  const repeat = idempotency.read(idempotencyKey, body);
  // The same key may be sent in both modes.
  const mode = caller.isTest ? ':test' : '';
  const { organizationId } = caller;
  const scope = repeat && { organizationId, operation: `${operation}${mode}`, ...repeat };
  return inTransaction(db, async (tx) => {
    const first = scope && (await idempotency.claim(tx, scope));
    if (first) return { ...receiptOf(first.answer), isReplay: true };
    const receipt = await work(tx);
    const stored = { receipt: JSON.stringify(receipt) };
    if (scope) await idempotency.complete(tx, { ...scope, statusCode: 202, answer: stored });
    return { ...receipt, isReplay: false };
  });
}

function receiptOf({ receipt }: Readonly<Record<string, unknown>>): Receipt {
  // The text is our own.
  const parsed: Receipt = JSON.parse(String(receipt));
  return parsed;
}

type BatchRequest = Repeatable & { readonly body: BatchBody; readonly read: ReadItems };

async function dryRun(
  deps: RequestBatchDependencies,
  { caller, body, read }: BatchRequest,
): Promise<BatchAcceptance> {
  const { organizationId } = caller;
  const { project_id: projectId } = body;
  if (projectId !== undefined) {
    await inTransaction(deps.db, (tx) =>
      deps.requireProject(tx, { organizationId, projectId, field: 'project_id' }),
    );
  }
  const priced = pricedEntries(deps, caller, read.entries);
  const { creditRequired } = acceptedItems(priced);
  const receipt = { batchId: null, creditRequired, screenshots: [], isReplay: false };
  return { ...receipt, ...findings(read, read.entries.length) };
}

/** Returns the parts of a response that follow from the validation. */
function findings({ total, entries, invalid, duplicates }: ReadItems, accepted: number) {
  return {
    counts: {
      items: total,
      accepted,
      duplicates: duplicates.length,
      invalid: invalid.length,
      omitted: entries.length - accepted,
    },
    invalid: invalid.slice(0, batchLimits.namedInvalid),
  };
}

async function accept(
  deps: RequestBatchDependencies,
  tx: Tx,
  input: BatchRequest & {
    readonly webhookUrl: string | null;
    readonly waitingLimit: number;
  },
): Promise<Receipt> {
  const { caller, body, read, webhookUrl, boundProjectId } = input;
  const { organizationId } = caller;
  await lockWaiting(tx, organizationId);
  const requestedId = body.project_id ?? boundProjectId;
  const projectId = await findProject(deps, tx, { organizationId, requestedId });
  if (webhookUrl !== null)
    await deps.requestWebhooks.prepare(tx, { organizationId, url: webhookUrl });
  const entries = await fittingEntries(deps, tx, {
    ...input,
    projectId,
    entries: read.entries,
    isPartial: body.partial,
  });
  const batchId = newId();
  const name = body.name ?? null;
  const batch = { ...caller, id: batchId, projectId, name, webhookUrl, items: entries.length };
  await insertBatch(tx, batch);
  await insertEntries(deps, tx, { caller, batchId, projectId, entries });
  return {
    batchId,
    ...findings(read, entries.length),
    ...acceptedItems(entries, read.duplicates),
  };
}

async function retry(
  deps: RequestBatchDependencies,
  tx: Tx,
  input: Pick<Repeatable, 'caller'> &
    Pick<ItemsRequest, 'waitingLimit'> & {
      readonly batchId: string;
      readonly scope: ScreenshotScope;
    },
): Promise<Receipt> {
  const { batchId, scope } = input;
  const { organizationId } = scope;
  // Before the batch is read: two retries at once would capture the same items twice.
  await lockWaiting(tx, organizationId);
  const batch = await findBatch(tx, { ...scope, batchId });
  if (!batch) throw notFound('batch_not_found', 'This batch does not exist.');
  if (batch.pausedAt !== null) throw isPaused(batchId);
  const { projectId, isTest } = batch;
  const caller = { ...input.caller, isTest };
  const failed = await listFailedItems(tx, { ...scope, batchId });
  const read = readFailed(deps, caller, failed);
  if (read.entries.length === 0) throw nothingToRetry(batchId, read);
  const entries = await fittingEntries(deps, tx, {
    ...input,
    ...read,
    caller,
    projectId,
    isPartial: false,
  });
  const repeated = new Set(entries.map(({ index }) => index));
  const ids = failed.filter(({ index }) => repeated.has(index)).map(({ id }) => id);
  await detachItems(tx, { organizationId, ids });
  await insertEntries(deps, tx, { caller, batchId, projectId, entries });
  // Last, as the ends of captures do, which lock the account first.
  await reopenBatch(tx, { organizationId, batchId });
  return { batchId, ...findings(read, entries.length), ...acceptedItems(entries) };
}

function readFailed(
  deps: RequestBatchDependencies,
  caller: BatchCaller,
  failed: readonly FailedItem[],
): ReadItems {
  const invalid: ReadItems['invalid'][number][] = [];
  const entries = failed.flatMap((item): BatchEntry[] => {
    try {
      return [{ index: item.index, ...readEntry(deps, caller, retriedFields(item)) }];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      invalid.push({ index: item.index, code: error.code, message: error.message });
      return [];
    }
  });
  return { total: failed.length, entries, invalid, duplicates: [] };
}

function isPaused(batchId: string): AppError {
  return new AppError({
    code: 'conflict',
    message: 'This batch is paused: resume it before its failed captures are retried.',
    details: { batchId },
  });
}

function nothingToRetry(batchId: string, { invalid }: ReadItems): AppError {
  const [first] = invalid;
  return new AppError({
    code: 'conflict',
    message: first ? first.message : 'No capture of this batch has failed.',
    details: { batchId, ...(first && { invalid: invalid.slice(0, batchLimits.namedInvalid) }) },
  });
}

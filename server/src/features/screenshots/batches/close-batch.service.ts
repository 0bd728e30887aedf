import type { Batch } from '@shotwright/contract';
import { inTransaction, type Database, type Tx } from '../../../db/transaction.ts';
import type { Mail } from '../../mail/mail.ts';
import { presentBatch } from './batches.present.ts';
import {
  endBatch,
  findBatch,
  findRequester,
  listEndedBatches,
  lockBatch,
  type BatchRef,
  type BatchRow,
} from './batches.store.ts';

interface CloseBatchDependencies {
  readonly db: Database;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Creates the deliveries of a batch's end for every subscribed webhook. */
  enqueueBatchDeliveries(
    tx: Tx,
    ended: {
      readonly organizationId: string;
      readonly webhookUrl: string | null;
      readonly batch: Batch;
    },
  ): Promise<void>;
  /** Queues an email in the caller's transaction. */
  enqueueMail(tx: Tx, mail: Mail): Promise<void>;
}

/** Ends of batches. */
export interface CloseBatch {
  /**
   * Ends a running batch of which no capture is open, in the transaction that ended the last one, and
   * enqueues its event and its email: once for each time that it has run.
   */
  close(tx: Tx, batch: BatchRef): Promise<void>;
  /** Marks a batch as cancelled after its open captures were ended, and enqueues its event. */
  cancel(tx: Tx, batch: BatchRef): Promise<void>;
  /** Closes batches of which the last open captures were deleted. */
  closeEndedBatches(): Promise<void>;
}

const batchSize = 200;

/** Creates a {@link CloseBatch}. */
export function createCloseBatch(deps: CloseBatchDependencies): CloseBatch {
  const { db } = deps;
  const end = async (
    tx: Tx,
    batch: BatchRef & { readonly status: 'COMPLETE' | 'CANCELLED' },
  ): Promise<void> => {
    // A statement of its own: the next one sees the captures that ended while this one waited.
    await lockBatch(tx, batch);
    if (await endBatch(tx, batch)) await announce(deps, tx, batch);
  };
  const close: CloseBatch['close'] = (tx, batch) => end(tx, { ...batch, status: 'COMPLETE' });
  return {
    close,
    cancel: (tx, batch) => end(tx, { ...batch, status: 'CANCELLED' }),
    closeEndedBatches: async () => {
      for (const batch of await listEndedBatches(db, batchSize)) {
        await inTransaction(db, (tx) => close(tx, batch));
      }
    },
  };
}

async function announce(
  deps: CloseBatchDependencies,
  tx: Tx,
  { organizationId, batchId }: BatchRef,
): Promise<void> {
  const row = await findBatch(tx, { organizationId, batchId, projectId: null });
  if (!row) return;
  const { webhookUrl } = row;
  const batch = presentBatch(row, deps);
  await deps.enqueueBatchDeliveries(tx, { organizationId, webhookUrl, batch });
  if (row.status === 'COMPLETE' && !row.isTest) await sendMail(deps, tx, row);
}

async function sendMail(
  { enqueueMail }: CloseBatchDependencies,
  tx: Tx,
  row: BatchRow,
): Promise<void> {
  const requester = await findRequester(tx, row);
  if (!requester) return;
  await enqueueMail(tx, {
    template: 'batch_finished',
    to: requester.email,
    firstName: requester.firstName,
    batchName: row.name,
    items: row.items,
    complete: row.complete,
    failed: row.failed,
    creditsCharged: row.creditsCharged,
  });
}

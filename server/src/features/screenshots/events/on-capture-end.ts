import type { Tx } from '../../../db/transaction.ts';

/**
 * Enqueues what follows from the end of a capture, in the transaction that ends it: the deliveries of
 * webhooks, the check against the baseline and, with the last capture of a batch, the end of the batch.
 */
export type OnCaptureEnd = (
  tx: Tx,
  ended: {
    readonly organizationId: string;
    readonly id: string;
    /** Null for a single capture. */
    readonly batchId: string | null;
    /** True if it has an image that may have a baseline. */
    readonly needsCheck?: boolean;
  },
) => Promise<void>;

import type { PathTable } from '../endpoint-path.ts';

/** Methods and paths of the endpoints for batches. */
export const batchPaths = {
  createBatch: { method: 'POST', path: '/screenshots/bulk', aliases: ['/batches'] },
  listBatches: { method: 'GET', path: '/screenshots/bulk', aliases: ['/batches'] },
  getBatch: { method: 'GET', path: '/screenshots/bulk/{id}', aliases: ['/batches/{id}'] },
  listBatchItems: {
    method: 'GET',
    path: '/screenshots/bulk/{id}/items',
    aliases: ['/batches/{id}/items'],
  },
  cancelBatch: {
    method: 'POST',
    path: '/screenshots/bulk/{id}/cancel',
    aliases: ['/batches/{id}/cancel'],
  },
  retryBatch: {
    method: 'POST',
    path: '/screenshots/bulk/{id}/retry',
    aliases: ['/batches/{id}/retry'],
  },
  zipBatch: { method: 'GET', path: '/screenshots/bulk/{id}/zip', aliases: ['/batches/{id}/zip'] },
} as const satisfies PathTable;

/**
 * Statuses of a batch. RUNNING: one of its captures has not ended. CANCELLED: its captures were
 * cancelled before all had ended; a retry runs it again.
 */
export const batchStatuses = ['RUNNING', 'COMPLETE', 'CANCELLED'] as const;
/** One of the {@link batchStatuses}. */
export type BatchStatus = (typeof batchStatuses)[number];

/** Limits of a batch. */
export const batchLimits = {
  /** Items of one request; an installation may have another limit. */
  items: 500,
  /** Invalid items that a response names. */
  namedInvalid: 50,
  nameLength: 100,
} as const;

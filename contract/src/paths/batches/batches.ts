import type { PathTable } from '../endpoint-path.ts';

/**
 * Methods and paths of the endpoints for batches. Their documented paths are those of `/batches`,
 * because `/screenshots/bulk/{id}` is ambiguous beside `/screenshots/{id}/image` (OpenAPI 3.1).
 */
export const batchPaths = {
  createBatch: { method: 'POST', path: '/screenshots/bulk', aliases: ['/batches'] },
  listBatches: { method: 'GET', path: '/batches', aliases: ['/screenshots/bulk'] },
  getBatch: { method: 'GET', path: '/batches/{id}', aliases: ['/screenshots/bulk/{id}'] },
  listBatchItems: {
    method: 'GET',
    path: '/batches/{id}/items',
    aliases: ['/screenshots/bulk/{id}/items'],
  },
  pauseBatch: {
    method: 'POST',
    path: '/batches/{id}/pause',
    aliases: ['/screenshots/bulk/{id}/pause'],
  },
  resumeBatch: {
    method: 'POST',
    path: '/batches/{id}/resume',
    aliases: ['/screenshots/bulk/{id}/resume'],
  },
  cancelBatch: {
    method: 'POST',
    path: '/batches/{id}/cancel',
    aliases: ['/screenshots/bulk/{id}/cancel'],
  },
  retryBatch: {
    method: 'POST',
    path: '/batches/{id}/retry',
    aliases: ['/screenshots/bulk/{id}/retry'],
  },
  zipBatch: { method: 'GET', path: '/batches/{id}/zip', aliases: ['/screenshots/bulk/{id}/zip'] },
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
  /** Size of the options of all items, which are stored once for each item. */
  commonMebibytes: 16,
  /** Invalid items that a response names. */
  namedInvalid: 50,
  nameLength: 100,
} as const;

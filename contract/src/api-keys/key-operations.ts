import type { endpoints } from '../operations.ts';
import type { ApiKeyAccess, OperationId } from '../paths/index.ts';

/** Operations that accept an API key. */
type KeyOperationId = {
  [K in OperationId]: (typeof endpoints)[K]['auth'] extends 'key' | 'session_or_key' | 'key_or_link'
    ? K
    : never;
}[OperationId];

/**
 * Access that a key needs for each operation. A key with the access `capture` creates captures and
 * batches, reads and cancels those that it created, and reads what the account has left. It reads and changes
 * nothing else.
 */
export const keyOperations = {
  captureUrl: 'capture',
  captureHtml: 'capture',
  estimateCapture: 'capture',
  listScreenshots: 'capture',
  getScreenshot: 'capture',
  getScreenshotImage: 'capture',
  followScreenshot: 'capture',
  cancelScreenshot: 'capture',
  retryScreenshot: 'capture',
  listDevices: 'capture',
  createBatch: 'capture',
  listBatches: 'capture',
  getBatch: 'capture',
  listBatchItems: 'capture',
  pauseBatch: 'capture',
  resumeBatch: 'capture',
  cancelBatch: 'capture',
  retryBatch: 'capture',
  zipBatch: 'capture',
  readSitemap: 'capture',
  takeImage: 'capture',
  takeNamedImage: 'capture',
  createLink: 'capture',
  getUsage: 'capture',
  deleteScreenshot: 'full',
  zipFiles: 'full',
  listProjectsByKey: 'full',
  listRequests: 'full',
  listAnnotatedCopies: 'full',
  createAnnotatedCopy: 'full',
  compareScreenshots: 'full',
  listBaselines: 'full',
  approveBaseline: 'full',
  getBaseline: 'full',
  removeBaseline: 'full',
  checkBaseline: 'full',
  listBaselineChecks: 'full',
  listSavedSettings: 'full',
  getSavedSetting: 'full',
  exportSavedSettings: 'full',
  previewSettingsImport: 'full',
  importSavedSettings: 'full',
  sendWebhookSample: 'full',
  listWebhookEvents: 'full',
  listDestinations: 'full',
  createDestination: 'full',
  updateDestination: 'full',
  deleteDestination: 'full',
  testDestination: 'full',
  retryFileDelivery: 'full',
} as const satisfies Record<KeyOperationId, ApiKeyAccess>;

const accessByOperation: ReadonlyMap<string, ApiKeyAccess> = new Map(Object.entries(keyOperations));

/** Returns true if keys with this access may call the operation. */
export function allowsOperation(access: ApiKeyAccess, operationId: string): boolean {
  return access === 'full' || accessByOperation.get(operationId) === 'capture';
}

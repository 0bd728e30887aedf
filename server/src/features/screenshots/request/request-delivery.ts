import type { CaptureOptions } from '@shotwright/contract';
import type { Tx } from '../../../db/transaction.ts';
import { hasUploadTarget } from '../../../shared/upload-target.ts';
import type { UploadTargets } from '../../destinations/deliver/upload-targets.service.ts';
import type { RequestWebhooks } from '../../webhooks/endpoints/request-webhooks.service.ts';
import type { ScreenshotRequest } from './screenshot-request.ts';
import { requireRecipient, requireUncached } from './unstored.rules.ts';

/** Services to which the end of a capture is delivered. */
export interface DeliveryDependencies {
  readonly requestWebhooks: RequestWebhooks;
  readonly uploadTargets: Pick<UploadTargets, 'check' | 'prepare'>;
}

/**
 * Checks the delivery of a request without the database; returns its options with the normalised
 * `webhook_url`. Throws the errors of its URLs and `unsupported_option_combination` (400).
 */
export function readDelivery(
  { requestWebhooks, uploadTargets }: DeliveryDependencies,
  request: Pick<ScreenshotRequest, 'fields' | 'cache' | 'responseType' | 'waitMs'>,
): CaptureOptions {
  const { fields, cache } = request;
  requireRecipient(fields, request);
  requireUncached(fields, cache !== undefined);
  uploadTargets.check(fields);
  const { webhook_url: url } = fields;
  return url === undefined ? fields : { ...fields, webhook_url: requestWebhooks.readUrl(url) };
}

/**
 * Adds what the end of an accepted capture needs to be delivered. `url`: the normalised
 * `webhook_url`. Throws `destination_not_found` (404).
 */
export async function prepareDelivery(
  { requestWebhooks, uploadTargets }: DeliveryDependencies,
  tx: Tx,
  {
    id: screenshotId,
    request: { organizationId, fields },
    url,
  }: {
    readonly id: string;
    readonly request: Pick<ScreenshotRequest, 'organizationId' | 'fields'>;
    readonly url: string | undefined;
  },
): Promise<void> {
  if (url !== undefined) await requestWebhooks.prepare(tx, { organizationId, url });
  if (hasUploadTarget(fields)) {
    await uploadTargets.prepare(tx, { organizationId, screenshotId, options: fields });
  }
}

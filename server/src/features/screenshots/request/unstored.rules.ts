import type { CaptureOptions, ResponseType } from '@shotwright/contract';
import { hasUploadTarget } from '../../../shared/upload-target.ts';
import { invalidField, type AppError } from '../../../shared/app-error.ts';

/**
 * Rejects a capture that is not stored unless its response contains the image, or it is delivered to
 * a bucket or an upload URL. Throws
 * `unsupported_option_combination` (400).
 */
export function requireRecipient(
  options: CaptureOptions,
  { responseType, waitMs }: { readonly responseType: ResponseType; readonly waitMs: number },
): void {
  if (!isUnstored(options) || hasUploadTarget(options)) return;
  if (responseType !== 'image' && responseType !== 'base64') {
    throw conflict(`response_type ${responseType}`, 'only image and base64 contain the image');
  }
  if (waitMs === 0) throw conflict('wait 0', 'the response must wait for the image');
  if (options.webhook_url !== undefined)
    throw conflict('webhook_url', 'its event could not name an image');
}

/** Options of a signed link have no value of `store`. */
function isUnstored({ store }: { readonly store?: boolean }): boolean {
  return store === false;
}

function conflict(other: string, reason: string): AppError {
  const message = `false cannot be combined with ${other}: ${reason}; destination_id and upload_url deliver it elsewhere`;
  return invalidField('store', message, 'unsupported_option_combination');
}

/** Options that the image of an earlier capture could not fulfil. */
const uncachedNames = ['destination_id', 'upload_url', 'webhook_url'] as const;

/**
 * Rejects a delivery of an image that may come from the cache, because nothing is captured then.
 * Throws `unsupported_option_combination` (400).
 */
export function requireUncached(options: CaptureOptions, isCached: boolean): void {
  if (!isCached) return;
  const name = isUnstored(options)
    ? ('store' as const)
    : uncachedNames.find((one) => options[one] !== undefined);
  if (name === undefined) return;
  const message = 'cannot be combined with cache: an image from the cache is not delivered again';
  throw invalidField(name, message, 'unsupported_option_combination');
}

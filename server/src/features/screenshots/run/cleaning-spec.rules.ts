import type { CaptureBlocking, CaptureCleaning } from '@shotwright/capture';
import type { StoredCaptureOptions } from '@shotwright/contract';

/** Returns the changes to the page that stored options describe; undefined if there are none. */
export function cleaningOf(read: StoredCaptureOptions): CaptureCleaning | undefined {
  const { hide_selectors: hidden, remove_selectors: removed, mask_selectors: masked } = read;
  const clicked = read.click_selectors?.map((text) => ({
    selector: text.replace(/\?$/, '').trim(),
    isOptional: text.endsWith('?'),
  }));
  const cleaning: CaptureCleaning = {
    ...(hidden && { hidden }),
    ...(removed && { removed }),
    ...(masked && { masked, maskColor: read.mask_color }),
    ...(clicked && { clicked }),
  };
  return Object.keys(cleaning).length === 0 ? undefined : cleaning;
}

/** Returns the requests that stored options block; undefined if they block none. */
export function blockingOf(read: StoredCaptureOptions): CaptureBlocking | undefined {
  const { block_resources: resourceKinds, block_requests: blockedUrls } = read;
  if (resourceKinds === undefined && blockedUrls === undefined) return undefined;
  return {
    ...(resourceKinds && { resourceKinds }),
    ...(blockedUrls && { blockedUrls }),
    ...(read.allow_requests && { allowedUrls: read.allow_requests }),
  };
}

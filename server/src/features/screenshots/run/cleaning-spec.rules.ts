import type {
  CaptureBlocking,
  CaptureCleaning,
  CaptureConsent,
  HostCategory,
} from '@shotwright/capture';
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

/** Returns the handling of banners that stored options describe; undefined if they stay. */
export function consentOf(read: StoredCaptureOptions): CaptureConsent | undefined {
  return read.clean || read.block_cookie_banners
    ? { action: read.cookie_banner_action }
    : undefined;
}

/** Returns the requests that stored options block; undefined if they block none. */
export function blockingOf(read: StoredCaptureOptions): CaptureBlocking | undefined {
  const { block_resources: resourceKinds, block_requests: blockedUrls } = read;
  const hostCategories = hostCategoriesOf(read);
  const isBlocked = hostCategories.length > 0 || resourceKinds !== undefined;
  if (!isBlocked && blockedUrls === undefined) return undefined;
  return {
    ...(hostCategories.length > 0 && { hostCategories }),
    ...(resourceKinds && { resourceKinds }),
    ...(blockedUrls && { blockedUrls }),
    ...(read.allow_requests && { allowedUrls: read.allow_requests }),
  };
}

function hostCategoriesOf(read: StoredCaptureOptions): HostCategory[] {
  return [
    ...(read.clean || read.block_ads ? (['ads'] as const) : []),
    ...(read.clean || read.block_trackers ? (['trackers'] as const) : []),
    ...(read.clean || read.block_chats ? (['chats'] as const) : []),
    ...(read.clean || read.block_socials ? (['socials'] as const) : []),
  ];
}

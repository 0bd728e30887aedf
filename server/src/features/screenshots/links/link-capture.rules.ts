import { captureOptionsOf, type CaptureOptions, type ImageFormat } from '@shotwright/contract';
import type { CacheRequest } from '../cache/cache-request.rules.ts';
import type { OpenLink } from './open-link.service.ts';

/** Time until a link repeats a capture that failed or does not show the page. Unit: seconds. */
export const failureSeconds = 60;

type Parameters = OpenLink['parameters'];

/** Returns the format of a link's image, which may depend on what the client accepts. */
export function formatOf(
  { file_type: given, full_page: isFullPage }: Pick<Parameters, 'file_type' | 'full_page'>,
  { name, accept }: { readonly name: string | undefined; readonly accept: string | undefined },
): ImageFormat {
  if (given === 'auto') return acceptedFormat(accept ?? '', isFullPage);
  if (given !== undefined) return asFormat(given);
  return name === undefined ? 'png' : asFormat(name.slice(name.lastIndexOf('.') + 1));
}

/** Full pages may be higher than WebP and AVIF allow. */
function acceptedFormat(accept: string, isFullPage: boolean): ImageFormat {
  const accepted = accept
    .toLowerCase()
    .split(',')
    .filter((range) => !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(range))
    .map((range) => range.split(';')[0]?.trim());
  if (isFullPage) return 'png';
  if (accepted.includes('image/avif')) return 'avif';
  return accepted.includes('image/webp') ? 'webp' : 'png';
}

function asFormat(text: string): ImageFormat {
  const name = text.toLowerCase();
  if (name === 'jpg' || name === 'jpeg') return 'jpeg';
  return name === 'webp' || name === 'avif' || name === 'gif' ? name : 'png';
}

/** Returns the capture options of a link. */
export function linkFieldsOf(parameters: Parameters, format: ImageFormat): CaptureOptions {
  return captureOptionsOf({ ...parameters, file_type: format });
}

/** Returns the wishes of a link about the cache, which it always uses. */
export function linkCacheOf({
  cache_ttl,
  cache_key,
  stale_while_revalidate,
}: Parameters): CacheRequest {
  return {
    ttlSeconds: cache_ttl,
    staleSeconds: stale_while_revalidate,
    isFresh: false,
    name: cache_key,
    failureSeconds,
  };
}

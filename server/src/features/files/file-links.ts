import type { Clock } from '../../lib/clock.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import { createExpiringLinks, type ExpiringLinks } from '../../shared/signed-links.ts';

/**
 * Signed, expiring, unguessable URLs of stored images; the last path segment is the file's name.
 */
export interface FileLinks {
  /** URL of a stored file, by the file's id. */
  linkFor(file: { readonly id: string; readonly name: string }): string;
  /** URL of a screenshot's thumbnail, by the screenshot's id. */
  thumbnailFor(screenshot: { readonly id: string; readonly name: string }): string;
  /** URL of the preview of a document, by the screenshot's id. */
  previewFor(screenshot: { readonly id: string; readonly name: string }): string;
  /**
   * Expiry of URLs issued now, in seconds since 1970. URLs are identical as long as this value is.
   */
  urlsValidUntil(): number;
  /** Checks the signature and the expiry of a URL. */
  verify(
    kind: LinkKind,
    link: Parameters<ExpiringLinks['verify']>[0],
  ): 'valid' | 'expired' | 'invalid';
  /**
   * Returns the file id in one of this service's file URLs, expired or not; undefined for any other
   * URL.
   */
  fileIdIn(url: string): string | undefined;
}

type LinkKind = 'files' | 'thumbnails' | 'previews';

interface FileLinksOptions {
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly linkSeconds: number;
}

const pathPattern = /^\/api\/v1\/files\/([0-9a-f-]{36})\/(\d{1,10})\/([\w-]{1,64})\/([^/]{1,200})$/;

/** Creates {@link FileLinks} signed with the key ring. */
export function createFileLinks(options: FileLinksOptions): FileLinks {
  const linksOf = (kind: LinkKind): ExpiringLinks =>
    createExpiringLinks({ ...options, purpose: 'file-link', kind, path: kind });
  const links = {
    files: linksOf('files'),
    thumbnails: linksOf('thumbnails'),
    previews: linksOf('previews'),
  };
  return {
    linkFor: links.files.urlOf,
    thumbnailFor: ({ id, name }) =>
      links.thumbnails.urlOf({ id, name: name.replace(/\.\w+$/, '.webp') }),
    previewFor: ({ id, name }) =>
      links.previews.urlOf({ id, name: name.replace(/\.\w+$/, '.jpg') }),
    urlsValidUntil: links.files.validUntil,
    verify: (kind, link) => links[kind].verify(link),
    fileIdIn: (given) => {
      if (!URL.canParse(given)) return undefined;
      const url = new URL(given);
      // Accepts only a URL as it was issued: no user, query or fragment.
      const isPlain = `${url.origin}${url.pathname}` === url.href;
      const isOurs = isPlain && url.origin === new URL(options.publicUrl).origin;
      const found = isOurs ? pathPattern.exec(url.pathname) : null;
      const [, id, expires, signature, name] = found ?? [];
      if (!id || !expires || !signature || !name) return undefined;
      const link = { id, expires: Number(expires), signature, name: decodeName(name) };
      return links.files.isIssued(link) ? id : undefined;
    },
  };
}

/** Returns a malformed name unchanged; it then fails signature verification. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

import type { Clock } from '../../lib/clock.ts';
import type { KeyRing } from '../../lib/crypto.ts';

/** Signed part of a URL. */
interface SignedPart {
  readonly id: string;
  readonly expires: number;
  readonly signature: string;
  readonly name: string;
}

/**
 * Signed, expiring, unguessable URLs of stored images; the last path segment is the file's name.
 */
export interface FileLinks {
  /** URL of a stored file, by the file's id. */
  linkFor(file: { readonly id: string; readonly name: string }): string;
  /** URL of a screenshot's thumbnail, by the screenshot's id. */
  thumbnailFor(screenshot: { readonly id: string; readonly name: string }): string;
  /**
   * Expiry of URLs issued now, in seconds since 1970. URLs are identical as long as this value is.
   */
  urlsValidUntil(): number;
  /** Checks the signature and the expiry of a URL. */
  verify(kind: 'files' | 'thumbnails', part: SignedPart): 'valid' | 'expired' | 'invalid';
  /**
   * Returns the file id in one of this service's file URLs, expired or not; undefined for any other
   * URL.
   */
  fileIdIn(address: string): string | undefined;
}

interface FileLinksOptions {
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly linkSeconds: number;
}

const purpose = 'file-link';
/** Maximum time a signed URL stays identical (browser caching). */
const maxStepSeconds = 600;
const pathPattern = /^\/api\/v1\/files\/([0-9a-f-]{36})\/(\d{1,10})\/([\w-]{1,64})\/([^/]{1,200})$/;

/** Name of a file in the URL, by kind. */
const nameIn = {
  files: (name: string) => name,
  thumbnails: (name: string) => name.replace(/\.\w+$/, '.webp'),
};

/** Returns a malformed name unchanged; it then fails signature verification. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Creates {@link FileLinks} signed with the key ring. */
export function createFileLinks({
  keyRing,
  clock,
  publicUrl,
  linkSeconds,
}: FileLinksOptions): FileLinks {
  const sign = (kind: string, part: Omit<SignedPart, 'signature'>): string =>
    keyRing.sign(purpose, `${kind}\n${part.id}\n${part.expires}\n${part.name}`);
  const stepSeconds = Math.max(1, Math.min(maxStepSeconds, Math.floor(linkSeconds / 6)));
  // Rounded to steps, so that a list read again has the same URLs, whose images the browser has
  // cached.
  const urlsValidUntil = (): number =>
    Math.ceil(clock.now().getTime() / 1_000 / stepSeconds) * stepSeconds + linkSeconds;
  const link = (kind: keyof typeof nameIn, file: { id: string; name: string }): string => {
    const part = { id: file.id, expires: urlsValidUntil(), name: nameIn[kind](file.name) };
    const path = `${part.id}/${part.expires}/${sign(kind, part)}/${encodeURIComponent(part.name)}`;
    return `${publicUrl}/api/v1/${kind}/${path}`;
  };
  const isSigned = (kind: string, { signature, ...part }: SignedPart): boolean =>
    keyRing.verify(purpose, {
      text: `${kind}\n${part.id}\n${part.expires}\n${part.name}`,
      signature,
    });
  return {
    linkFor: (file) => link('files', file),
    thumbnailFor: (screenshot) => link('thumbnails', screenshot),
    urlsValidUntil,
    verify: (kind, part) => {
      if (!isSigned(kind, part)) return 'invalid';
      return part.expires * 1_000 < clock.now().getTime() ? 'expired' : 'valid';
    },
    fileIdIn: (address) => {
      if (!URL.canParse(address)) return undefined;
      const url = new URL(address);
      // Accepts only a URL as it was issued: no user, query or fragment.
      const isPlain = `${url.origin}${url.pathname}` === url.href;
      const isIssued = isPlain && url.origin === new URL(publicUrl).origin;
      const found = isIssued ? pathPattern.exec(url.pathname) : null;
      const [, id, expires, signature, name] = found ?? [];
      if (!id || !expires || !signature || !name) return undefined;
      const part = { id, expires: Number(expires), signature, name: decodeName(name) };
      return isSigned('files', part) ? id : undefined;
    },
  };
}

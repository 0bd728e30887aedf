import type { Clock } from '../lib/clock.ts';
import type { KeyRing } from '../lib/crypto.ts';

/** Resource of a link; `name` is the URL's last segment, under which a browser saves the file. */
export interface LinkTarget {
  readonly id: string;
  readonly name: string;
}

/** Target of a link that expires; `expires` in seconds since 1970. */
type ExpiringTarget = LinkTarget & { readonly expires: number };
type Signed<Target> = Target & { readonly signature: string };

/**
 * URLs that are valid until revoked. Signed, so that an id or a copy of the database is not enough
 * to forge one.
 */
export interface SignedLinks {
  urlOf(target: LinkTarget): string;
  /** True if the URL was issued by this service. The database determines if it is still valid. */
  isIssued(link: Signed<LinkTarget>): boolean;
}

/** Signed URLs that expire. */
export interface ExpiringLinks {
  urlOf(target: LinkTarget): string;
  /**
   * Expiry of URLs issued now, in seconds since 1970. URLs are identical as long as this value is.
   */
  validUntil(): number;
  /** Checks the signature and the expiry of a URL. */
  verify(link: Signed<ExpiringTarget>): 'valid' | 'expired' | 'invalid';
  /** True if the URL was issued by this service, expired or not. */
  isIssued(link: Signed<ExpiringTarget>): boolean;
}

interface SignedLinksOptions {
  readonly keyRing: Pick<KeyRing, 'sign' | 'verify'>;
  /** Purpose of the signature in the key ring. */
  readonly purpose: string;
  /** Distinguishes kinds of links with the same purpose. */
  readonly kind?: string;
  /** Path of the links below the API's root, for example `files`. */
  readonly path: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

/** Maximum time an expiring URL stays identical (browser caching). */
const maxStepSeconds = 600;

/** Creates {@link SignedLinks} signed with the key ring. */
export function createSignedLinks(options: SignedLinksOptions): SignedLinks {
  const signer = createSigner(options, ({ id, name }: LinkTarget) => `${id}\n${name}`);
  return {
    urlOf: (target) =>
      `${signer.baseUrl}/${target.id}/${signer.sign(target)}/${encodeURIComponent(target.name)}`,
    isIssued: signer.isSigned,
  };
}

/** Creates {@link ExpiringLinks} signed with the key ring, valid for `linkSeconds` or little more. */
export function createExpiringLinks(
  options: SignedLinksOptions & { readonly clock: Clock; readonly linkSeconds: number },
): ExpiringLinks {
  const { clock, linkSeconds } = options;
  const signer = createSigner(
    options,
    ({ id, expires, name }: ExpiringTarget) => `${id}\n${expires}\n${name}`,
  );
  const stepSeconds = Math.max(1, Math.min(maxStepSeconds, Math.floor(linkSeconds / 6)));
  // Rounded to steps, so that a resource read again has the same URLs, whose images the browser has
  // cached.
  const validUntil = (): number =>
    Math.ceil(clock.now().getTime() / 1_000 / stepSeconds) * stepSeconds + linkSeconds;
  return {
    validUntil,
    urlOf: ({ id, name }) => {
      const expires = validUntil();
      const signature = signer.sign({ id, expires, name });
      return `${signer.baseUrl}/${id}/${expires}/${signature}/${encodeURIComponent(name)}`;
    },
    verify: (link) => {
      if (!signer.isSigned(link)) return 'invalid';
      return link.expires * 1_000 < clock.now().getTime() ? 'expired' : 'valid';
    },
    isIssued: signer.isSigned,
  };
}

function createSigner<Target>(
  { keyRing, purpose, kind, path, publicUrl }: SignedLinksOptions,
  textOf: (target: Target) => string,
) {
  const prefix = kind === undefined ? '' : `${kind}\n`;
  return {
    baseUrl: `${publicUrl}/api/v1/${path}`,
    sign: (target: Target): string => keyRing.sign(purpose, `${prefix}${textOf(target)}`),
    isSigned: (link: Signed<Target>): boolean =>
      keyRing.verify(purpose, { text: `${prefix}${textOf(link)}`, signature: link.signature }),
  };
}

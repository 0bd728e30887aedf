import type { KeyRing } from '../../lib/crypto.ts';

/** Public link of a file: the link's id, and the name under which a browser saves the file. */
export interface PublicLink {
  readonly id: string;
  readonly name: string;
}

/**
 * URLs that are valid until revoked. Signed, so that an id or a copy of the database is not enough
 * to forge one.
 */
export interface PublicLinks {
  urlOf(link: PublicLink): string;
  /** True if the URL was issued by this service. The database determines if it is still valid. */
  isIssued(part: PublicLink & { readonly signature: string }): boolean;
}

const purpose = 'public-link';
const textOf = ({ id, name }: PublicLink): string => `${id}\n${name}`;

/** Creates {@link PublicLinks} signed with the key ring. `publicUrl`: without a trailing slash. */
export function createPublicLinks(input: {
  readonly keyRing: KeyRing;
  readonly publicUrl: string;
}): PublicLinks {
  const { keyRing, publicUrl } = input;
  return {
    urlOf: (link) => {
      const signature = keyRing.sign(purpose, textOf(link));
      return `${publicUrl}/api/v1/shared/${link.id}/${signature}/${encodeURIComponent(link.name)}`;
    },
    isIssued: ({ signature, ...link }) =>
      keyRing.verify(purpose, { text: textOf(link), signature }),
  };
}

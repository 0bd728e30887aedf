import type { KeyRing } from '../../lib/crypto.ts';

/** A file that somebody made public: the link's own id, and what a person saves the file as. */
export interface PublicLink {
  readonly id: string;
  readonly name: string;
}

/** Addresses that hold until they are revoked: signed, so that nobody who only knows an id, or a copy of the database, can make one. */
export interface PublicLinks {
  addressOf(link: PublicLink): string;
  /** Whether the address was handed out by this service; whether it still holds is the database's to say. */
  isOurs(part: PublicLink & { readonly signature: string }): boolean;
}

const purpose = 'public-link';
const textOf = ({ id, name }: PublicLink): string => `${id}\n${name}`;

/** See {@link PublicLinks}. `publicUrl`: without a slash at the end. */
export function createPublicLinks(input: {
  readonly keyRing: KeyRing;
  readonly publicUrl: string;
}): PublicLinks {
  const { keyRing, publicUrl } = input;
  return {
    addressOf: (link) => {
      const signature = keyRing.sign(purpose, textOf(link));
      return `${publicUrl}/api/v1/shared/${link.id}/${signature}/${encodeURIComponent(link.name)}`;
    },
    isOurs: ({ signature, ...link }) => keyRing.verify(purpose, { text: textOf(link), signature }),
  };
}

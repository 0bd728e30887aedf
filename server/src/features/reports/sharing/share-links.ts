import type { KeyRing } from '../../../lib/crypto.ts';

/** URLs of the public pages of reports, and proofs that a browser has entered the password of one. */
export interface ShareLinks {
  /** Returns the URL of the public page of a link. */
  urlOf(linkId: string): string;
  /** Returns the last segment of the URL. */
  tokenOf(linkId: string): string;
  /** Returns the id of the link that this service issued a token for. */
  linkIdIn(token: string): string | undefined;
  /** Returns the value of the cookie of a browser that knows the password. */
  proofOf(linkId: string): string;
  isProof(linkId: string, value: string | undefined): boolean;
}

const linkPurpose = 'report-link';
const proofPurpose = 'report-password';
/** Characters of an id in a token: 16 bytes as base64url. */
const idLength = 22;

/**
 * Creates {@link ShareLinks} signed with the key ring, so that an id or a copy of the database is not
 * enough to forge one. `publicUrl`: without a trailing slash.
 */
export function createShareLinks({
  keyRing,
  publicUrl,
}: {
  readonly keyRing: Pick<KeyRing, 'sign' | 'verify'>;
  readonly publicUrl: string;
}): ShareLinks {
  const tokenOf: ShareLinks['tokenOf'] = (linkId) =>
    `${Buffer.from(linkId.replaceAll('-', ''), 'hex').toString('base64url')}${keyRing.sign(linkPurpose, linkId)}`;
  return {
    tokenOf,
    urlOf: (linkId) => `${publicUrl}/r/${tokenOf(linkId)}`,
    linkIdIn: (token) => {
      const hex = Buffer.from(token.slice(0, idLength), 'base64url').toString('hex');
      const linkId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      const signature = token.slice(idLength);
      return keyRing.verify(linkPurpose, { text: linkId, signature }) ? linkId : undefined;
    },
    proofOf: (linkId) => keyRing.sign(proofPurpose, linkId),
    isProof: (linkId, value) =>
      value !== undefined && keyRing.verify(proofPurpose, { text: linkId, signature: value }),
  };
}

import type { KeyRing } from '../../lib/crypto.ts';
import { createSignedLinks, type SignedLinks } from '../../shared/signed-links.ts';

/** Creates the links under which a file is public. `publicUrl`: without a trailing slash. */
export function createPublicLinks(input: {
  readonly keyRing: KeyRing;
  readonly publicUrl: string;
}): SignedLinks {
  return createSignedLinks({ ...input, purpose: 'public-link', path: 'shared' });
}

import type { Clock } from '../../lib/clock.ts';
import type { KeyRing } from '../../lib/crypto.ts';
import { createExpiringLinks, type ExpiringLinks } from '../../shared/signed-links.ts';

/** Signed, unguessable URLs of ticket attachments, valid for an hour. */
export interface AttachmentLinks extends Pick<ExpiringLinks, 'verify'> {
  linkFor(attachment: { readonly id: string; readonly contentType: string }): string;
}

/**
 * Creates {@link AttachmentLinks} signed with the key ring. `publicUrl`: without a trailing slash.
 */
export function createAttachmentLinks(deps: {
  readonly keyRing: Pick<KeyRing, 'sign' | 'verify'>;
  readonly clock: Clock;
  readonly publicUrl: string;
}): AttachmentLinks {
  const { urlOf, verify } = createExpiringLinks({
    ...deps,
    purpose: 'ticket-attachment-link',
    path: 'help/attachments',
    linkSeconds: 3_600,
  });
  return {
    linkFor: ({ id, contentType }) =>
      urlOf({ id, name: contentType === 'image/png' ? 'image.png' : 'image.jpg' }),
    verify,
  };
}

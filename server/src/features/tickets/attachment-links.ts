import type { Clock } from '../../lib/clock.ts';
import type { KeyRing } from '../../lib/crypto.ts';

/** Signed part of a URL. */
interface LinkPart {
  readonly id: string;
  readonly expires: number;
  readonly signature: string;
  readonly name: string;
}

/** Signed, unguessable URLs of ticket attachments, valid for an hour. */
export interface AttachmentLinks {
  linkFor(attachment: { readonly id: string; readonly contentType: string }): string;
  /** Checks the signature and the expiry of a URL. */
  verify(part: LinkPart): 'valid' | 'expired' | 'invalid';
}

const purpose = 'ticket-attachment-link';
const linkSeconds = 3_600;
const stepSeconds = 600;

/**
 * Creates {@link AttachmentLinks} signed with the key ring. `publicUrl`: without a trailing slash.
 */
export function createAttachmentLinks(deps: {
  readonly keyRing: Pick<KeyRing, 'sign' | 'verify'>;
  readonly clock: Clock;
  readonly publicUrl: string;
}): AttachmentLinks {
  const { keyRing, clock, publicUrl } = deps;
  return {
    linkFor: ({ id, contentType }) => {
      // Rounded to steps, so that a ticket read again has the same URLs, whose images the browser
      // has cached.
      const steps = Math.ceil(clock.now().getTime() / 1_000 / stepSeconds);
      const expires = steps * stepSeconds + linkSeconds;
      const name = contentType === 'image/png' ? 'image.png' : 'image.jpg';
      const signature = keyRing.sign(purpose, textOf({ id, expires, name }));
      return `${publicUrl}/api/v1/help/attachments/${id}/${expires}/${signature}/${name}`;
    },
    verify: ({ signature, ...part }) => {
      if (!keyRing.verify(purpose, { text: textOf(part), signature })) return 'invalid';
      return part.expires * 1_000 < clock.now().getTime() ? 'expired' : 'valid';
    },
  };
}

function textOf({ id, expires, name }: Omit<LinkPart, 'signature'>): string {
  return `${id}\n${expires}\n${name}`;
}

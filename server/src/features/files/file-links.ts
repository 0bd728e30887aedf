import type { Clock } from '../../lib/clock.ts';
import type { KeyRing } from '../../lib/crypto.ts';

/** What of an address is signed. */
interface SignedPart {
  readonly id: string;
  readonly expires: number;
  readonly signature: string;
  readonly name: string;
}

/** Addresses of stored pictures: unguessable, signed, expiring; the last path segment is the file's name. */
export interface FileLinks {
  /** Of a stored file, by the file's id. */
  linkFor(file: { readonly id: string; readonly name: string }): string;
  /** Of a screenshot's thumbnail, by the screenshot's id. */
  thumbnailFor(screenshot: { readonly id: string; readonly name: string }): string;
  /** Until when addresses handed out now hold, in seconds since 1970; as long as it is the same, so are they. */
  addressesUntil(): number;
  /** Whether the address was handed out by this service and still holds. */
  judge(kind: 'files' | 'thumbnails', part: SignedPart): 'valid' | 'expired' | 'forged';
  /** The file id inside one of this service's own file addresses, expired or not; anything else is undefined. */
  fileIdIn(address: string): string | undefined;
}

interface FileLinksOptions {
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly linkSeconds: number;
}

const purpose = 'file-link';
/** For so long at most a file keeps its address. */
const maxStepSeconds = 600;
const pathPattern = /^\/api\/v1\/files\/([0-9a-f-]{36})\/(\d{1,10})\/([\w-]{1,64})\/([^/]{1,200})$/;

/** What a file is called in an address of each kind. */
const nameIn = {
  files: (name: string) => name,
  thumbnails: (name: string) => name.replace(/\.\w+$/, '.webp'),
};

/** A name that is not well-formed stays as it is and then fails its signature. */
function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** See {@link FileLinks}. */
export function createFileLinks({
  keyRing,
  clock,
  publicUrl,
  linkSeconds,
}: FileLinksOptions): FileLinks {
  const sign = (kind: string, part: Omit<SignedPart, 'signature'>): string =>
    keyRing.sign(purpose, `${kind}\n${part.id}\n${part.expires}\n${part.name}`);
  const stepSeconds = Math.max(1, Math.min(maxStepSeconds, Math.floor(linkSeconds / 6)));
  // In steps: a list read again has the same addresses, whose pictures the browser has already.
  const addressesUntil = (): number =>
    Math.ceil(clock.now().getTime() / 1_000 / stepSeconds) * stepSeconds + linkSeconds;
  const link = (kind: keyof typeof nameIn, file: { id: string; name: string }): string => {
    const part = { id: file.id, expires: addressesUntil(), name: nameIn[kind](file.name) };
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
    addressesUntil,
    judge: (kind, part) => {
      if (!isSigned(kind, part)) return 'forged';
      return part.expires * 1_000 < clock.now().getTime() ? 'expired' : 'valid';
    },
    fileIdIn: (address) => {
      if (!URL.canParse(address)) return undefined;
      const url = new URL(address);
      // Nothing but an address as it was handed out: no user, query or fragment.
      const isPlain = `${url.origin}${url.pathname}` === url.href;
      const isOurs = isPlain && url.origin === new URL(publicUrl).origin;
      const found = isOurs ? pathPattern.exec(url.pathname) : null;
      const [, id, expires, signature, name] = found ?? [];
      if (!id || !expires || !signature || !name) return undefined;
      const part = { id, expires: Number(expires), signature, name: decodeName(name) };
      return isSigned('files', part) ? id : undefined;
    },
  };
}

import { isImageType } from '@shotwright/contract';
import { AppError } from './app-error.ts';

type Kind = 'inline' | 'attachment';

/** Stored image as a response describes it. */
interface ImageFile {
  readonly name: string;
  /** Hash of the bytes, hex. */
  readonly sha256: string;
}

/**
 * Returns a `Content-Disposition` with an ASCII name for old clients, and the real name beside it if
 * it differs. Source: RFC 6266 §4.1.
 */
export function disposition(kind: Kind, name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_');
  const ascii = `${kind}; filename="${plain}"`;
  return plain === name ? ascii : `${ascii}; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/**
 * Returns the way a browser handles a finished file: images are shown, documents are saved, so that
 * none runs under our origin.
 */
export function shownAs(contentType: string): Kind {
  return isImageType(contentType) ? 'inline' : 'attachment';
}

/** Returns the headers of a response with an image. */
export function imageHeaders(
  { name, sha256 }: ImageFile,
  { kind, cacheControl }: { readonly kind: Kind; readonly cacheControl: string },
) {
  return {
    'content-disposition': disposition(kind, name),
    etag: `"${sha256.slice(0, 32)}"`,
    'cache-control': cacheControl,
  };
}

/** Returns the response with an image. `cacheSeconds` 0 means not cached at all. */
export function imageResponse(
  file: ImageFile & { readonly bytes: Buffer; readonly contentType: string },
  { kind, cacheSeconds }: { readonly kind: Kind; readonly cacheSeconds: number },
) {
  const cacheControl =
    cacheSeconds > 0 ? `private, max-age=${cacheSeconds}, immutable` : 'no-store';
  return {
    binary: { body: file.bytes, contentType: file.contentType },
    headers: imageHeaders(file, {
      kind: kind === 'inline' ? shownAs(file.contentType) : kind,
      cacheControl,
    }),
  };
}

/** Error for a link that this service did not issue. */
export function linkInvalid(): AppError {
  return new AppError({
    code: 'link_invalid',
    message: 'This link was not issued by this service. Check that it is complete.',
  });
}

/**
 * Requires a valid link. Throws `link_invalid` or `link_expired`; `renewal` is a sentence that tells
 * how to get a new link.
 */
export function requireValidLink(validity: 'valid' | 'expired' | 'invalid', renewal: string): void {
  if (validity === 'invalid') throw linkInvalid();
  if (validity === 'expired')
    throw new AppError({ code: 'link_expired', message: `This link has expired. ${renewal}` });
}

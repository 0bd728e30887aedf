import { AppError } from '../../shared/app-error.ts';
import type { FileContent } from './file-content.ts';

type Kind = 'inline' | 'attachment';

/**
 * Returns a `Content-Disposition` with an ASCII name for old clients and the real name beside it.
 * Source: RFC 6266 §4.1.
 */
export function disposition(kind: Kind, name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** Returns the response with an image. `cacheSeconds` 0 means not cached at all. */
export function imageResponse(file: FileContent, how: { kind: Kind; cacheSeconds: number }) {
  const { kind, cacheSeconds } = how;
  return {
    binary: { body: file.bytes, contentType: file.contentType },
    headers: {
      'content-disposition': disposition(kind, file.name),
      etag: `"${file.sha256.slice(0, 32)}"`,
      'cache-control':
        cacheSeconds > 0 ? `private, max-age=${cacheSeconds}, immutable` : 'no-store',
      // The bytes can never run as a document of this origin.
      'content-security-policy': "default-src 'none'; sandbox",
    },
  };
}

/** Errors for a URL of ours that cannot be opened. */
export const linkErrors = {
  invalid: () =>
    new AppError({
      code: 'link_invalid',
      message: 'This file address was not handed out by this service.',
    }),
  expired: () =>
    new AppError({
      code: 'link_expired',
      message: 'This file address has expired. Ask the person who shared it for a fresh one.',
    }),
};

import { AppError } from '../../lib/app-error.ts';
import type { FileContent } from './file-content.ts';

type Kind = 'inline' | 'attachment';

/** `Content-Disposition` with a plain name for old clients and the true one beside it. Source: RFC 6266 §4.1. */
export function disposition(kind: Kind, name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '_');
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** A picture as the answer to a request. `cacheSeconds` 0: kept nowhere. */
export function answerPicture(file: FileContent, how: { kind: Kind; cacheSeconds: number }) {
  const { kind, cacheSeconds } = how;
  return {
    binary: { body: file.bytes, contentType: file.contentType },
    headers: {
      'content-disposition': disposition(kind, file.name),
      etag: `"${file.sha256.slice(0, 32)}"`,
      'cache-control':
        cacheSeconds > 0 ? `private, max-age=${cacheSeconds}, immutable` : 'no-store',
      // Whatever the bytes are, they never run as a document of this origin.
      'content-security-policy': "default-src 'none'; sandbox",
    },
  };
}

/** Why an address of ours opens nothing. */
export const linkRefusals = {
  forged: () =>
    new AppError({
      kind: 'forbidden',
      code: 'link_invalid',
      message: 'This file address was not handed out by this service.',
    }),
  expired: () =>
    new AppError({
      kind: 'gone',
      code: 'link_expired',
      message: 'This file address has expired. Ask the person who shared it for a fresh one.',
    }),
};

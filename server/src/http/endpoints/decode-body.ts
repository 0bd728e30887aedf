import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { codeOf } from '../../lib/connection-error.ts';
import { AppError } from '../../shared/app-error.ts';

type Decode = (
  bytes: Buffer,
  options: { readonly maxOutputLength: number },
) => Promise<NonSharedBuffer>;

/** Source: RFC 9110 §8.4.1; RFC 8878 for zstd. */
const decoders: Readonly<Record<string, Decode>> = {
  gzip: promisify(gunzip),
  br: promisify(brotliDecompress),
  deflate: promisify(inflate),
  zstd: promisify(zstdDecompress),
};
const accepted = `The encodings ${Object.keys(decoders).join(', ')} are accepted, or a body without this header.`;

/**
 * Returns the text of a body without its content encoding. The decoder stops at the limit, because
 * a thousand bytes can stand for a gigabyte. Throws `unsupported_media_type` for another encoding,
 * `body_too_large`, and `invalid_content_encoding` for bytes that the encoding does not have.
 */
export async function decodeBody(
  bytes: Buffer,
  { encoding = '', limitBytes }: { readonly encoding?: string | undefined; limitBytes: number },
): Promise<string> {
  const name = nameOf(encoding);
  if (name === '' || bytes.length === 0) return bytes.toString();
  const decode = decoders[name];
  if (!decode) throw unsupportedEncoding(encoding);
  try {
    return (await decode(bytes, { maxOutputLength: limitBytes })).toString();
  } catch (error) {
    if (error instanceof Error && codeOf(error) === 'ERR_BUFFER_TOO_LARGE')
      throw tooLarge(limitBytes);
    throw new AppError({
      code: 'invalid_content_encoding',
      message: `The body is not ${name}, or is damaged or cut short, but its Content-Encoding header says ${name}. ${accepted}`,
      cause: error,
    });
  }
}

/** A request whose body has arrived. */
interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly routeOptions: { readonly bodyLimit: number };
}

/** Returns the text of a request's whole body. Throws the errors of {@link decodeBody}. */
export function textOfBody(
  { headers, routeOptions }: ReceivedRequest,
  bytes: Buffer,
): Promise<string> {
  return decodeBody(bytes, {
    encoding: headers['content-encoding'],
    limitBytes: routeOptions.bodyLimit,
  });
}

/** Throws `unsupported_media_type` for an encoded form, which is read in parts as it arrives. */
export function requireNoEncoding(encoding: string | undefined): void {
  if (nameOf(encoding ?? '') === '') return;
  const message = 'Send the form without a Content-Encoding header: a form cannot be compressed.';
  throw new AppError({ code: 'unsupported_media_type', message });
}

/** Names are case-insensitive; `identity` is no encoding and `x-gzip` is gzip (RFC 9110 §8.4.1). */
function nameOf(encoding: string): string {
  const name = encoding.trim().toLowerCase();
  if (name === 'identity') return '';
  return name === 'x-gzip' ? 'gzip' : name;
}

function unsupportedEncoding(encoding: string): AppError {
  const name = JSON.stringify(encoding.slice(0, 60));
  const message = `The Content-Encoding ${name} of the body is not supported. ${accepted}`;
  return new AppError({ code: 'unsupported_media_type', message });
}

function tooLarge(limitBytes: number): AppError {
  const message = `The body is too large once it is decoded. At most ${limitBytes} bytes are allowed.`;
  return new AppError({ code: 'body_too_large', message });
}

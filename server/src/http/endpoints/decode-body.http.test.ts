import { randomBytes } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { screenshotEndpoints, ticketEndpoints, type ErrorBody } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  knownKey,
  sessionHeaders,
  startHttpServer,
  type HttpServer,
} from '../../../test/http-server.ts';
import { route } from '../route.ts';
import { decodeBody } from './decode-body.ts';

let server: HttpServer;
let urls: string[] = [];
const unexpected = async (): Promise<never> => {
  throw new Error('the handler was reached');
};
beforeAll(async () => {
  const accept = route(screenshotEndpoints.captureUrl, async ({ body }) => {
    urls.push(body.url);
    const requestId = '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42';
    return { data: { requestId, creditRequired: 1, statusUrl: '/s', projectId: 1 } };
  });
  server = await startHttpServer({
    routes: [accept, route(ticketEndpoints.createTicket, unexpected)],
  });
});
afterAll(() => server.close());

const text = '{"url":"https://example.com"}';
const encode = {
  gzip: gzipSync,
  br: brotliCompressSync,
  deflate: deflateSync,
  zstd: zstdCompressSync,
} as const;
const encodings = ['gzip', 'br', 'deflate', 'zstd'] as const;
const names = 'gzip, br, deflate, zstd';

const capture = (encoding: string, bytes: Buffer) =>
  server.request('/api/v1/screenshots', {
    method: 'POST',
    headers: {
      'x-api-key': knownKey,
      'content-type': 'application/json',
      'content-encoding': encoding,
    },
    body: new Uint8Array(bytes),
  });
async function errorOf(response: Response): Promise<ErrorBody> {
  const error: ErrorBody = await response.json();
  expect(response.status).toBe(error.statusCode);
  return error;
}

test.each([
  ...encodings.map((name) => [name, encode[name](text)] as const),
  ['GZIP', gzipSync(text)],
  ['x-gzip', gzipSync(text)],
  ['identity', Buffer.from(text)],
  ['', Buffer.from(text)],
] as const)('a body encoded with %j is decoded', async (name, bytes) => {
  urls = [];
  expect((await capture(name, bytes)).status).toBe(202);
  expect(urls).toEqual(['https://example.com']);
});

test.each(encodings)(
  '[PA-11] a body that is not %s, or only its start, is rejected with the accepted encodings',
  async (name) => {
    const whole = encode[name](text);
    for (const bytes of [Buffer.from(text), whole.subarray(0, whole.length - 5)]) {
      const error = await errorOf(await capture(name, bytes));
      expect(error).toMatchObject({ statusCode: 400, code: 'invalid_content_encoding' });
      expect(error.message).toContain(`not ${name}, or is damaged or cut short`);
      expect(error.message).toContain(`The encodings ${names} are accepted`);
    }
  },
);

test.each(['lzma', 'gzip, gzip'])(
  '[PA-11] a body encoded with %s returns 415 with the accepted encodings',
  async (name) => {
    const error = await errorOf(await capture(name, gzipSync(text)));
    expect(error).toMatchObject({ statusCode: 415, code: 'unsupported_media_type' });
    expect(error.message).toBe(
      `The Content-Encoding "${name}" of the body is not supported. The encodings ${names} are accepted, or a body without this header.`,
    );
  },
);

test.each(encodings)('a body of %s that is too large once decoded returns 413', async (name) => {
  const error = await errorOf(await capture(name, encode[name](Buffer.alloc(4_000_000, ' '))));
  expect(error).toMatchObject({ statusCode: 413, code: 'body_too_large' });
  expect(error.message).toContain('At most 3670016 bytes are allowed.');
});

test.each(encodings)('a decoder of %s stops at the limit', async (name) => {
  // With the last bytes missing, reading on would find the damage.
  const whole = encode[name](randomBytes(300_000));
  const bytes = whole.subarray(0, whole.length - 5);
  const decoded = decodeBody(bytes, { encoding: name, limitBytes: 100_000 });
  await expect(decoded).rejects.toMatchObject({ code: 'body_too_large' });
});

test('an encoded form is rejected', async () => {
  const { 'content-type': _, ...headers } = sessionHeaders();
  const response = await server.request('/api/v1/help/tickets', {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'multipart/form-data; boundary=x',
      'content-encoding': 'gzip',
    },
    body: new Uint8Array(gzipSync('--x--\r\n')),
  });
  expect(await errorOf(response)).toMatchObject({
    statusCode: 415,
    message: 'Send the form without a Content-Encoding header: a form cannot be compressed.',
  });
});

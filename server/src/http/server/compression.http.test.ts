import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineEndpoint } from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startHttpServer, type HttpServer } from '../../../test/http-server.ts';
import { rawJson, PreserializedList } from '../../lib/raw-json.ts';
import { route } from '../route.ts';

const rows = Array.from({ length: 20_000 }, () => ({ id: randomUUID(), name: 'Zoë’s picture' }));
/** Number of incompressible bytes per row. */
const randomBytesPerRow = 16;
/** Returns a list among other fields, one of which is absent. */
const fieldsOf = (count: number) => ({
  page: 1,
  rows: rows.slice(0, count),
  absent: undefined,
  total: count,
});
/** Returns a route at `path` that responds with the list, as values or as JSON text. */
const listing = (path: string, { count, isWritten }: { count: number; isWritten: boolean }) =>
  route(
    defineEndpoint({
      operationId: `list${path}${count}`,
      summary: 'list',
      tag: 'Test',
      method: 'GET',
      path: `/${path}/${count}`,
      auth: 'public',
      response: { kind: 'envelope', schema: z.object({ rows: z.array(z.unknown()) }) },
    }),
    async () => {
      const fields = fieldsOf(count);
      const written = new PreserializedList(fields.rows.map((row) => rawJson(row)));
      return { data: { ...fields, ...(isWritten && { rows: written }) }, message: 'Listed' };
    },
  );

let server: HttpServer;
let webDir: string;
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'shotwright-web-'));
  await writeFile(join(webDir, 'app.js'), 'export const name = 1;\n'.repeat(1_000));
  const routes = [0, 100, 20_000].flatMap((count) => [
    listing('test', { count, isWritten: false }),
    listing('written', { count, isWritten: true }),
  ]);
  server = await startHttpServer({ webDir, routes });
});
afterAll(async () => {
  await server.close();
  await rm(webDir, { recursive: true });
});

/** Returns the bytes as sent, because `fetch` would decompress them. */
function read(path: string, encodings: string, more: Readonly<Record<string, string>> = {}) {
  const url = new URL(path, server.url);
  const headers = { 'accept-encoding': encodings, ...more };
  type Sent = { encoding: string | undefined; applied: unknown; bytes: Buffer };
  return new Promise<Sent>((resolve, reject) => {
    const request = httpRequest(url, { headers }, (response) => {
      buffer(response).then((bytes) => {
        const { 'content-encoding': encoding, 'preference-applied': applied } = response.headers;
        resolve({ encoding, applied, bytes });
      }, reject);
    });
    request.once('error', reject);
    request.end();
  });
}

const browser = 'gzip, deflate, br, zstd';

test.each([
  ['zstd', browser, zstdDecompressSync],
  ['br', 'gzip, deflate, br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['nothing', 'identity', (bytes: Buffer) => bytes],
] as const)(
  'short and long responses encoded with %s have the fields at the top level and under data',
  async (encoding, accepted, unpack) => {
    for (const count of [100, 20_000]) {
      const response = await read(`/api/v1/test/${count}`, accepted);
      expect(response.encoding ?? 'nothing').toBe(encoding);
      const body: unknown = JSON.parse(unpack(response.bytes).toString());
      const { absent: _, ...fields } = fieldsOf(count);
      expect(body).toStrictEqual({
        status: 'success',
        message: 'Listed',
        data: fields,
        ...fields,
      });
    }
  },
);

test.each(['return=minimal', 'respond-async, Return = "minimal"; foo=bar'])(
  'with Prefer: %s short and long responses have the fields only under data',
  async (prefer) => {
    for (const count of [0, 100, 20_000]) {
      const response = await read(`/api/v1/test/${count}`, 'identity', { prefer });
      expect(response.applied).toBe('return=minimal');
      const data = fieldsOf(count);
      expect(JSON.parse(response.bytes.toString())).toEqual({
        status: 'success',
        message: 'Listed',
        data,
      });
    }
  },
);

test('a pre-serialised list has the same response as the list itself, whether empty, short or long', async () => {
  for (const count of [0, 100, 20_000]) {
    for (const headers of [{}, { prefer: 'return=minimal' }]) {
      const [written, plain] = await Promise.all(
        ['written', 'test'].map((path) => read(`/api/v1/${path}/${count}`, 'identity', headers)),
      );
      expect(written?.bytes.toString()).toBe(plain?.bytes.toString());
    }
  }
});

test.each(['return=representation', 'minimal', ''])(
  'with Prefer: %j the fields appear twice, as by default',
  async (prefer) => {
    const { applied, bytes } = await read('/api/v1/test/100', 'identity', { prefer });
    expect(applied).toBeUndefined();
    expect(JSON.parse(bytes.toString())).toHaveProperty('rows');
  },
);

test('repeated content of a long response is compressed', async () => {
  const { bytes } = await read('/api/v1/test/20000', browser);
  expect(bytes.length).toBeLessThan(1.5 * rows.length * randomBytesPerRow);
});

test('a static file is sent in its smallest encoding, not the fastest', async () => {
  expect((await read('/app.js', browser)).encoding).toBe('br');
});

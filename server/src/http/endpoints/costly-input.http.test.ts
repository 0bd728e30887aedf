import {
  fileEndpoints,
  screenshotEndpoints,
  ticketEndpoints,
  type ErrorBody,
} from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  knownKey,
  sessionHeaders,
  startHttpServer,
  type HttpServer,
} from '../../../test/http-server.ts';
import { jsonLimits } from './json-shape.ts';
import { route } from '../route.ts';

let server: HttpServer;
const unexpected = async (): Promise<never> => {
  throw new Error('the handler was reached');
};
beforeAll(async () => {
  server = await startHttpServer({
    routes: [
      route(screenshotEndpoints.captureUrl, unexpected),
      route(screenshotEndpoints.listScreenshots, unexpected),
      route(fileEndpoints.deleteFilesByPost, unexpected),
      route(ticketEndpoints.createTicket, unexpected),
    ],
  });
});
afterAll(() => server.close());

const keyed = { 'x-api-key': knownKey };
const mebibyte = 1024 * 1024;
/** Far more than one error for each of 100 000 fields would need. */
const largestErrorBytes = 16_384;

async function send(path: string, init: RequestInit): Promise<ErrorBody> {
  const response = await server.request(path, init);
  const text = await response.text();
  expect(text.length).toBeLessThan(largestErrorBytes);
  const error: ErrorBody = JSON.parse(text);
  expect(response.status).toBe(error.statusCode);
  return error;
}
const capture = (body: string) =>
  send('/api/v1/screenshots', {
    method: 'POST',
    headers: { ...keyed, 'content-type': 'application/json' },
    body,
  });
const numbered = (count: number, prefix = 'field_') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'v']));

test.each([100_000, 200_000])(
  '%i unknown fields are rejected before each is named',
  async (count) => {
    const error = await capture(JSON.stringify(numbered(count, 'k')));
    expect(error).toMatchObject({ statusCode: 400, code: 'validation_failed', details: {} });
    expect(error.message).toBe(
      `The body has too many fields. At most ${jsonLimits.fields} are allowed, including those of nested objects.`,
    );
  },
);

test('100 000 entries of custom_header are rejected, as an object and as a repeated name', async () => {
  for (const text of [
    JSON.stringify({ url: 'x', custom_header: numbered(100_000, 'X-') }),
    `{"url":"x","custom_header":{${'"X-A":"v",'.repeat(100_000)}"X-A":"v"}}`,
  ]) {
    const error = await capture(text);
    expect(error).toMatchObject({ statusCode: 400, code: 'validation_failed' });
  }
});

test('the first twenty invalid fields are named, the others are counted', async () => {
  const error = await capture(JSON.stringify({ url: 'https://a.example', ...numbered(999) }));
  expect(error).toMatchObject({ statusCode: 400, code: 'validation_failed' });
  expect(error.details.fields).toHaveLength(20);
  expect(error.details.fields?.map(({ path }) => path)).toContain('field_19');
  expect(error.details.more).toBe(979);
  expect(error.message).toMatch(/ And 996 more\.$/);
});

test('twenty invalid fields are all named, without a count of others', async () => {
  const error = await capture(JSON.stringify({ url: 'https://a.example', ...numbered(20) }));
  expect(error.details.fields).toHaveLength(20);
  expect(error.details).not.toHaveProperty('more');
});

test('invalid items of one list count as invalid fields', async () => {
  const error = await send('/api/v1/projects/files/delete', {
    method: 'POST',
    headers: sessionHeaders(),
    body: JSON.stringify({ ids: Array(9_000).fill(1) }),
  });
  expect(error.details.fields).toHaveLength(20);
  expect(error.details.more).toBe(8_980);
});

test('a list of a quarter of a million items is rejected', async () => {
  const error = await send('/api/v1/projects/files/delete', {
    method: 'POST',
    headers: sessionHeaders(),
    body: `{"ids":[1${',1'.repeat(250_000)}]}`,
  });
  expect(error).toMatchObject({ statusCode: 400, code: 'validation_failed' });
  expect(error.message).toContain(`At most ${jsonLimits.items} items`);
});

test.each(['[', '{"a":'])('nesting of %s is rejected at any size', async (unit) => {
  const within = await capture(unit.repeat((3 * mebibyte) / unit.length));
  expect(within).toMatchObject({ statusCode: 400, code: 'invalid_json' });
  const above = await capture(unit.repeat((10 * mebibyte) / unit.length));
  expect(above).toMatchObject({ statusCode: 413, code: 'body_too_large' });
});

test('a field name of several megabytes is not repeated', async () => {
  const error = await capture(JSON.stringify({ url: 'x', ['n'.repeat(3 * mebibyte)]: 1 }));
  expect(error).toMatchObject({ statusCode: 400, code: 'validation_failed' });
});

test('a query with thousands of names is rejected naming twenty', async () => {
  const query = Array.from({ length: 2_000 }, (_, index) => `a${index}`).join('&');
  const error = await send(`/api/v1/screenshots?${query}`, { headers: keyed });
  expect(error.details.fields).toHaveLength(20);
  expect(error.details.more).toBe(1_980);
});

const formPart = (name: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\nv\r\n`;

test('a form with very many fields is rejected', async () => {
  const { 'content-type': _, ...headers } = sessionHeaders();
  const body = Object.keys(numbered(20_000)).map(formPart).join('');
  const error = await send('/api/v1/help/tickets', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    body: `${body}--x--\r\n`,
  });
  expect(error).toMatchObject({ statusCode: 400, code: 'validation_failed' });
});

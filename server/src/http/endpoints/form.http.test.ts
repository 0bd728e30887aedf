import { once } from 'node:events';
import { connect } from 'node:net';
import { csrf, ticketEndpoints, ticketLimits, type ErrorBody } from '@shotwright/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sessionHeaders, startHttpServer, type HttpServer } from '../../../test/http-server.ts';
import { route } from '../route.ts';

interface Seen {
  readonly form: unknown;
  readonly sizes: readonly number[];
}
let seen: Seen[] = [];
let server: HttpServer;
const stop = new Error('seen enough');
beforeAll(async () => {
  const list = route(ticketEndpoints.listTickets, async () => ({
    data: { tickets: [], unreadCount: 0 },
  }));
  const see = route(ticketEndpoints.createTicket, async ({ form, files }) => {
    seen.push({ form, sizes: files.map(({ bytes }) => bytes.length) });
    throw stop;
  });
  const reply = route(ticketEndpoints.answerTicket, async () => {
    throw stop;
  });
  server = await startHttpServer({ routes: [see, list, reply] });
});
afterAll(() => server.close());
beforeEach(() => {
  seen = [];
});

const { 'content-type': _, ...formHeaders } = sessionHeaders();
const path = '/api/v1/help/tickets';
const image = (sizeBytes: number) => new Blob([Buffer.alloc(sizeBytes, 7)], { type: 'image/png' });
type Value = string | Blob;

function post(
  fields: readonly (readonly [string, Value])[],
  headers: Record<string, string> = formHeaders,
) {
  const body = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, value, 'picture.png');
  }
  return server.request(path, { method: 'POST', headers, body });
}

async function errorOf(response: Response) {
  const { statusCode, code, message }: ErrorBody = await response.json();
  expect(response.status).toBe(statusCode);
  expect(seen).toEqual([]);
  return { statusCode, code, message };
}

test('[HP-10] the handler receives the trimmed fields and the repeated files of a form', async () => {
  const context = { page: '/dashboard', browser: 'Firefox', more: 'is left out' };
  await post([
    ['title', '  It does not work '],
    ['images', image(10)],
    ['description', 'one\r\ntwo'],
    ['images', image(ticketLimits.imageBytes - 1)],
    ['images', image(30)],
    ['context', JSON.stringify(context)],
  ]);
  const form = {
    title: 'It does not work',
    description: 'one\ntwo',
    context: { page: '/dashboard', browser: 'Firefox' },
  };
  expect(seen).toEqual([{ form, sizes: [10, ticketLimits.imageBytes - 1, 30] }]);
});

test('an empty file input is not a file', async () => {
  const boundary = 'xyz';
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="title"\r\n\r\nHelp\r\n--${boundary}\r\nContent-Disposition: form-data; name="images"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n--${boundary}--\r\n`;
  const headers = { ...formHeaders, 'content-type': `multipart/form-data; boundary=${boundary}` };
  await server.request(path, { method: 'POST', headers, body });
  expect(seen).toEqual([{ form: { title: 'Help' }, sizes: [] }]);
});

const title = ['title', 'Help'] as const;
const full = ticketLimits.imageBytes;
const long = (length: number) => 'x'.repeat(length);

test.each<[string, readonly (readonly [string, Value])[], object]>([
  ['no title', [], { statusCode: 400, message: 'Title is required' }],
  ['a blank title', [['title', ' \n ']], { statusCode: 400, message: 'Title is required' }],
  [
    'a title of 201 characters',
    [['title', long(201)]],
    { message: 'title must be at most 200 characters.' },
  ],
  [
    'a long description',
    [title, ['description', long(10_001)]],
    { message: 'description must be at most 10000 characters.' },
  ],
  ['the character NUL', [['title', 'a\0b']], { statusCode: 400, code: 'validation_failed' }],
  [
    'a field that is far too large',
    [title, ['description', long(70_000)]],
    { statusCode: 413, code: 'body_too_large' },
  ],
  [
    'a status',
    [title, ['status', 'CLOSED']],
    {
      statusCode: 400,
      message: 'Unknown field "status". Valid fields: title, description, context.',
    },
  ],
  ['a reply', [title, ['reply', 'done']], { statusCode: 400, code: 'validation_failed' }],
  [
    'a field twice',
    [title, title],
    { statusCode: 400, message: 'The field "title" occurs twice.' },
  ],
  ['a name of the language', [title, ['__proto__', 'x']], { statusCode: 400 }],
  [
    'a context that is no JSON',
    [title, ['context', '{']],
    { message: 'context must be a JSON object.' },
  ],
  [
    'a context that is no object',
    [title, ['context', '[]']],
    { statusCode: 400, code: 'validation_failed' },
  ],
  [
    'a file under another name',
    [title, ['photo', image(1)]],
    { statusCode: 400, code: 'validation_failed' },
  ],
  ['a file for a text', [['title', image(1)]], { statusCode: 400, message: 'Title is required' }],
  [
    'a fourth image',
    [title, ...Array.from({ length: 4 }, () => ['images', image(1)] as const)],
    { statusCode: 400, code: 'too_many_images', message: 'You can upload a maximum of 3 images.' },
  ],
  [
    'an image of 10 MB',
    [title, ['images', image(full)]],
    { statusCode: 413, code: 'image_too_big', message: 'Each image must be less than 10 MB.' },
  ],
  [
    'an image of more',
    [title, ['images', image(full + 1)]],
    { statusCode: 413, code: 'image_too_big' },
  ],
  [
    'more than any such form holds',
    [title, ...Array.from({ length: 4 }, () => ['images', image(full - 1)] as const)],
    { statusCode: 413, code: 'body_too_large' },
  ],
])(
  '[AP-34] a form with %s is rejected with a code and an error message',
  async (_name, fields, expected) => {
    expect(await errorOf(await post(fields))).toMatchObject(expected);
  },
);

test('the limits also apply without a content length', async () => {
  let sent = 0;
  const boundary = 'xyz';
  const body = new ReadableStream({
    start: (controller) =>
      controller.enqueue(
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`,
        ),
      ),
    pull: (controller) => {
      sent += 1;
      if (sent > 320) return controller.close();
      return controller.enqueue(Buffer.alloc(65_536));
    },
  });
  const headers = { ...formHeaders, 'content-type': `multipart/form-data; boundary=${boundary}` };
  const response = await server.request(path, {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit);
  expect(await errorOf(response)).toMatchObject({ statusCode: 413, code: 'image_too_big' });
});

test('an oversized file is rejected as soon as it exceeds the limit, not after the upload', async () => {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  const boundary = 'xyz';
  const head = Object.entries(formHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost:3000\r\n${head.join('')}content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 20000000\r\n\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\n\r\n`,
  );
  socket.write(Buffer.alloc(full + 10));
  const [response] = (await once(socket, 'data')) as [Buffer];
  expect(response.toString()).toMatch(/^HTTP\/1\.1 413 [^]*Each image must be less than 10 MB\./);
  socket.destroy();
});

const send = (type: string, body: string) =>
  server.request(path, {
    method: 'POST',
    headers: { ...formHeaders, 'content-type': type },
    body,
  });

test('a truncated or malformed form is rejected', async () => {
  const broken = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nHel';
  expect(await errorOf(await send('multipart/form-data; boundary=x', broken))).toMatchObject({
    statusCode: 400,
  });
  expect(await errorOf(await send('multipart/form-data; boundary=x', 'nonsense'))).toMatchObject({
    statusCode: 400,
  });
  expect(await errorOf(await send('multipart/form-data', broken))).toMatchObject({
    statusCode: 400,
  });
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
    expect(await errorOf(await send(type, '{"title":"Help"}'))).toEqual({
      statusCode: 415,
      code: 'unsupported_media_type',
      message: 'The body must be a form: send it as multipart/form-data.',
    });
  }
});

test('[AU-13] a cross-site form is rejected before it is read', async () => {
  for (const malformed of [
    { ...formHeaders, origin: 'https://evil.example' },
    { cookie: formHeaders.cookie ?? '' },
    { ...formHeaders, [csrf.header]: 'guess' },
  ]) {
    expect(await errorOf(await post([title], malformed))).toMatchObject({
      statusCode: 403,
      code: 'csrf_failed',
    });
  }
  expect(await errorOf(await post([title], {}))).toMatchObject({ statusCode: 401 });
});

test('no other endpoint accepts a form', async () => {
  const body = new FormData();
  body.append('text', 'Hello');
  const response = await server.request(`${path}/1/messages`, {
    method: 'POST',
    headers: formHeaders,
    body,
  });
  expect(await errorOf(response)).toMatchObject({
    statusCode: 415,
    code: 'unsupported_media_type',
  });
});

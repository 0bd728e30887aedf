import {
  estimateEndpoints,
  linkEndpoints,
  projectEndpoints,
  screenshotEndpoints,
  type ErrorBody,
} from '@shotwright/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  knownKey,
  sessionHeaders,
  startHttpServer,
  type HttpServer,
} from '../../../test/http-server.ts';
import { route } from '../route.ts';

let server: HttpServer;
let handled = 0;
const unreachable = async (): Promise<never> => {
  throw new Error('a request with an invalid field reached its handler');
};
beforeAll(async () => {
  const accepted = {
    requestId: '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42',
    creditRequired: 1,
    statusUrl: '/s',
    projectId: 1,
  };
  server = await startHttpServer({
    routes: [
      route(screenshotEndpoints.captureUrl, async () => {
        handled += 1;
        return { data: accepted };
      }),
      route(screenshotEndpoints.captureHtml, unreachable),
      route(linkEndpoints.createLink, unreachable),
      route(estimateEndpoints.estimateCapture, unreachable),
      route(screenshotEndpoints.listScreenshots, async () => ({
        data: { screenshots: [], meta: { page: 1, limit: 25, total: 0, isTotalExact: true } },
      })),
      route(projectEndpoints.deleteProject, async () => ({ data: {} })),
    ],
  });
});
afterAll(() => server.close());

const keyed = { 'x-api-key': knownKey };
const capture = (body: string, headers: Record<string, string> = {}) =>
  server.request('/api/v1/screenshots', {
    method: 'POST',
    headers: { ...keyed, 'content-type': 'application/json', ...headers },
    body,
  });
const errorOf = async (response: Response): Promise<ErrorBody> => response.json();

test.each([
  ['a wrong type', { url: 5 }, 'url must be text: the URL of the page.'],
  ['a missing field', {}, 'url is required: the URL of the page.'],
  [
    'a word that is none of the valid ones',
    { url: 'x', file_type: 'tiff' },
    expect.stringMatching(/^file_type must be png, jpeg, webp, avif, gif, .+\.$/),
  ],
  [
    'a number out of range',
    { url: 'x', width: 99 },
    'width must be a whole number from 100 to 7680.',
  ],
  [
    'text for a number',
    { url: 'x', height: 'tall' },
    'height must be a whole number from 100 to 4320.',
  ],
  [
    'text for a boolean',
    { url: 'x', retina: 'yes' },
    "retina must be true or false ('true' or 'false').",
  ],
  [
    'a number for a word',
    { url: 'x', response_type: 1 },
    'response_type must be json, image, base64, redirect or none.',
  ],
  [
    'a number for one of several formats',
    { url: 'x', file_type: 1 },
    expect.stringMatching(/^file_type must be png, jpeg, webp, avif, gif, .+\.$/),
  ],
  [
    'a number for a text of a certain form',
    { url: 'x', pdf_width: 210 },
    'pdf_width must be a length such as 210mm, 8.5in, 40px or 0.',
  ],
  [
    'a number for free text',
    { url: 'x', fail_on_status: 404 },
    'fail_on_status must be text such as 4xx,500-599.',
  ],
  [
    'a list for a text with a minimum length',
    { url: 'x', timezone: [] },
    'timezone must be text such as Europe/Berlin.',
  ],
  [
    'too short a colour',
    { url: 'x', mask_color: '#1' },
    'mask_color must be a colour without transparency, as #rgb or #rrggbb.',
  ],
  [
    'a field in camel case',
    { url: 'x', fullPage: true },
    'Unknown field "fullPage". Did you mean "full_page"?',
  ],
  ['a field with a slip', { url: 'x', delai: 1 }, 'Unknown field "delai". Did you mean "delay"?'],
  ['two swapped letters', { url: 'x', widht: 1 }, 'Unknown field "widht". Did you mean "width"?'],
])(
  '[AP-37] %s is rejected with an error message that names the field and the valid values',
  async (_, body, sentence) => {
    const response = await capture(JSON.stringify(body));
    expect(response.status).toBe(400);
    const error = await errorOf(response);
    expect(error).toMatchObject({ code: 'validation_failed', message: sentence, error: sentence });
    expect(error.details.fields).toHaveLength(1);
  },
);

test('[PA-7] an unknown field is rejected with the most similar known one', async () => {
  const error = await errorOf(await capture('{"url":"https://example.com","fullpage":true}'));
  expect(error.message).toBe('Unknown field "fullpage". Did you mean "full_page"?');
  expect(error.details.fields).toEqual([
    { path: 'fullpage', message: error.message, did_you_mean: 'full_page' },
  ]);
});

test.each([
  ['/screenshots', { html: '<p>Hi' }, '"html". It is a field of POST /api/v1/html-to-image.'],
  ['/screenshots', { url: 'x', baseUrl: 'x' }, '"baseUrl". It is a field of POST /api/v1/html'],
  ['/html-to-image', { url: 'x' }, '"url". It is a field of POST /api/v1/screenshots.'],
  ['/links', { webhook_url: 'x' }, '"webhook_url". It is a field of POST /api/v1/screenshots.'],
  [
    '/screenshots/estimate',
    { url: 'x', html: 'x' },
    '"html". It is a field of a capture of HTML, which has no url.',
  ],
])(
  '[PA-7] at %s, an error about a field of another request says where it belongs: %o',
  async (path, body, sentence) => {
    const response = await server.request(`/api/v1${path}`, {
      method: 'POST',
      headers: { ...keyed, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect((await errorOf(response)).message).toContain(`Unknown field ${sentence}`);
  },
);

test.each(['99999999999999999999', '2147483648', '"99999999999999999999"', '-1', '1.5', '"x"'])(
  '[AP-37] project_id %s is rejected with one message',
  async (id) => {
    const error = await errorOf(await capture(`{"url":"https://example.com","project_id":${id}}`));
    expect(error.message).toBe('project_id must be a whole number from 1 to 2147483647.');
    expect(error.details.fields).toHaveLength(1);
  },
);

test('an unknown field without a similar one is rejected with the valid ones', async () => {
  const error = await errorOf(await capture('{"url":"x","zzz":true}'));
  expect(error.message).toMatch(
    /^Unknown field "zzz"\. Valid fields: url, project_id, .*proxy_url/,
  );
});

test('all invalid fields of the body, the path and the query are reported at once', async () => {
  const error = await errorOf(await capture('{"width":1,"height":1,"delay":99,"fullpage":1}'));
  expect(error.details.fields?.map(({ path }) => path)).toEqual([
    'url',
    'width',
    'height',
    'delay',
    'fullpage',
  ]);
  expect(error.message).toMatch(/^url is required: .* width must .* height must .* And 2 more\.$/);
  const list = await server.request('/api/v1/screenshots?page=0&colour=red', { headers: keyed });
  const fields = (await errorOf(list)).details.fields;
  expect(fields?.map(({ path }) => path)).toEqual(['page', 'colour']);
});

test('an option in the query instead of the body is rejected, not ignored', async () => {
  const response = await server.request('/api/v1/screenshots?full_page=true', {
    method: 'POST',
    headers: { ...keyed, 'content-type': 'application/json' },
    body: '{"url":"https://example.com"}',
  });
  expect(response.status).toBe(400);
  expect((await errorOf(response)).message).toBe(
    'Unknown field "full_page". It is a field of the body.',
  );
});

test('an invalid id in the path is named', async () => {
  const response = await server.request('/api/v1/projects/abc', {
    method: 'DELETE',
    headers: sessionHeaders(),
  });
  expect(response.status).toBe(400);
  expect((await errorOf(response)).message).toBe('id must be a whole number from 1 to 2147483647.');
});

test.each([
  ['{"url": ', 'it ends too early'],
  ['{"url": sk_secret}', 'it is malformed'],
  ['[1, 2', 'it '],
])('malformed JSON is reported with its reason and never quoted: %s', async (body, reason) => {
  const response = await capture(body);
  expect(response.status).toBe(400);
  const error = await errorOf(response);
  expect(error).toMatchObject({ code: 'invalid_json', retryable: false });
  expect(error.message).toContain(`The body is not valid JSON: ${reason}`);
  expect(error.message).not.toContain('sk_secret');
});

test.each(['[]', '"text"', 'null', '5'])(
  'a body that is not an object is rejected: %s',
  async (body) => {
    const response = await capture(body);
    expect(response.status).toBe(400);
    expect(await errorOf(response)).toMatchObject({
      code: 'validation_failed',
      message: 'The body must be an object.',
    });
  },
);

test.each([
  '{"__proto__":{"admin":true},"url":"x"}',
  '{"url":"x","custom_header":{"constructor":{"prototype":{"a":1}}}}',
])('a body with prototype-polluting fields is rejected: %s', async (body) => {
  const response = await capture(body);
  expect(response.status).toBe(400);
  expect((await errorOf(response)).code).toBe('invalid_json');
  expect(Reflect.get({}, 'admin')).toBeUndefined();
});

test('a body with a hundred thousand nested levels is rejected without harm', async () => {
  const response = await capture('['.repeat(100_000) + ']'.repeat(100_000));
  expect(response.status).toBe(400);
  expect((await errorOf(response)).message).toBe('The body is nested deeper than 32 levels.');
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a body sent as %s returns 415 with the supported types',
  async (type) => {
    const response = await capture('url=https://example.com', { 'content-type': type });
    expect(response.status).toBe(415);
    const error = await errorOf(response);
    expect(error.code).toBe('unsupported_media_type');
    expect(error.message).toContain('content-type: application/json');
  },
);

test('a capture with 2 MiB of HTML is accepted, a larger body returns 413 with the limit', async () => {
  const large = await capture(JSON.stringify({ url: 'x', inject_css: '\n'.repeat(1_900_000) }));
  expect(large.status).toBe(413);
  const error = await errorOf(large);
  expect(error.code).toBe('body_too_large');
  expect(error.message).toContain('3670016 bytes');
  const fits = await capture(JSON.stringify({ url: 'x', inject_css: 'a'.repeat(2 * 1024 * 1024) }));
  expect(fits.status).toBe(400);
});

test('a rejected request never reaches its handler', async () => {
  const before = handled;
  await capture('{"url":5}');
  await capture('{');
  expect(handled).toBe(before);
  expect((await capture('{"url":"https://example.com"}')).status).toBe(202);
  expect(handled).toBe(before + 1);
});

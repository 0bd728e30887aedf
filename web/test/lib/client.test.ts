import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { mockEndpoint, failure, fakeServer, someProjects } from '../fake-api.ts';
import { callPath, sendRequest, setUnauthenticatedHandler } from '../../src/lib/api/client.ts';
import { callApi, callApiWithMessage } from '../../src/lib/api/operations.ts';
import { ApiError, errorMessage, serverMessage } from '../../src/lib/api/error.ts';

const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

afterEach(() => setUnauthenticatedHandler(() => {}));

describe('a call', () => {
  test('[HX-1] sends JSON below /api/v1 and returns the data part', async () => {
    const created = mockEndpoint('createProject', { project: someProjects(1)[0]! });
    fakeServer.use(created.handler);
    const data = await callApi('createProject', { body: { name: 'x' } });
    expect(data.project.id).toBe(1);
    expect(created.received[0]?.url.pathname).toBe('/api/v1/projects');
    expect(created.received[0]?.headers.get('content-type')).toBe('application/json');
    expect(created.received[0]?.headers.get('prefer')).toBe('return=minimal');
    expect(created.received[0]?.body).toEqual({ name: 'x' });
  });

  test('[HX-1] includes cookies and times out after 30 seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const send = vi.spyOn(globalThis, 'fetch').mockResolvedValue(HttpResponse.json({ data: {} }));
    await callApi('getOverview', {});
    expect(timeout).toHaveBeenCalledWith(30_000);
    expect(send.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include' });
  });

  test('sends the CSRF cookie in a header for changes only', async () => {
    document.cookie = 'shotwright_csrf=tok%3D1; Path=/';
    const create = mockEndpoint('createProject', { project: someProjects(1)[0]! });
    const list = mockEndpoint('listProjects', { projects: [] });
    fakeServer.use(create.handler, list.handler);
    await callApi('createProject', { body: { name: 'x' } });
    await callApi('listProjects', {});
    expect(create.received[0]?.headers.get('x-csrf-token')).toBe('tok=1');
    expect(list.received[0]?.headers.get('x-csrf-token')).toBeNull();
  });

  test('fills in escaped parameters and omits absent query values', async () => {
    const remove = mockEndpoint('deleteProject', {});
    fakeServer.use(remove.handler);
    await callApi('deleteProject', { params: { id: '7' } });
    expect(remove.received[0]?.url.pathname).toBe('/api/v1/projects/7');
    const shots = mockEndpoint('listScreenshots', {
      screenshots: [],
      meta: { page: 1, limit: 6, total: 0, isTotalExact: true },
    });
    fakeServer.use(shots.handler);
    await callApi('listScreenshots', { query: { limit: 6, url: 'a&b' } });
    expect(shots.received[0]?.url.search).toBe('?limit=6&url=a%26b');
  });

  test('returns a bare array unchanged, and the server’s message on request', async () => {
    fakeServer.use(mockEndpoint('listDeviceNames', ['iPhone']).handler);
    expect(await callApi('listDeviceNames', {})).toEqual(['iPhone']);
    fakeServer.use(mockEndpoint('forgotPassword', {}, { message: 'Sent.' }).handler);
    expect(await callApiWithMessage('forgotPassword', { body: { email: 'a@b.c' } })).toMatchObject({
      status: 'success',
      message: 'Sent.',
    });
  });
});

describe('a failed call', () => {
  test('[HX-2] rejects with status code, status, the message of the server and its data', async () => {
    fakeServer.use(
      mockEndpoint('getOverview', () => failure(409, 'Not like this.', { code: 'conflict' }))
        .handler,
    );
    const error = await caught(callApi('getOverview', {}));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      statusCode: 409,
      status: 'error',
      message: 'Not like this.',
      data: { code: 'conflict' },
    });
  });

  test('[HX-2] without a server message, has the message of the transport', async () => {
    fakeServer.use(
      http.get('*/api/v1/dashboards/overview', () => new HttpResponse('<html>', { status: 502 })),
    );
    expect(await caught(callApi('getOverview', {}))).toMatchObject({
      statusCode: 502,
      message: 'Request failed with status code 502',
    });
    fakeServer.use(http.get('*/api/v1/dashboards/overview', () => HttpResponse.error()));
    expect(await caught(callApi('getOverview', {}))).toMatchObject({
      statusCode: 0,
      message: 'The server could not be reached. Check your connection and try again.',
    });
  });

  test('[HX-2] without any message, has the message An unexpected error occurred', () => {
    expect(new ApiError({ statusCode: 500 }).message).toBe('An unexpected error occurred');
  });

  test('[HX-6] a failed download reports the server’s message', async () => {
    fakeServer.use(
      mockEndpoint('downloadFile', () => failure(404, 'The file does not exist.')).handler,
    );
    const error = await caught(
      sendRequest({ method: 'POST', path: '/projects/files/download', body: { url: 'x' } }),
    );
    expect(serverMessage(error)).toBe('The file does not exist.');
  });

  test('[RL-2] a 401 ends the session, except at the sign-in endpoints', async () => {
    const ended = vi.fn<() => void>();
    setUnauthenticatedHandler(ended);
    fakeServer.use(
      mockEndpoint('login', () => failure(401, 'No.')).handler,
      mockEndpoint('getOverview', () => failure(401, 'No.')).handler,
    );
    await caught(callApi('login', { body: { email: 'a@b.c', password: 'x' } }));
    expect(ended).not.toHaveBeenCalled();
    await caught(callApi('getOverview', {}));
    expect(ended).toHaveBeenCalledTimes(1);
  });

  test('contains the time from Retry-After', async () => {
    fakeServer.use(
      mockEndpoint('getOverview', () =>
        failure(429, 'Slow down.', { headers: { 'retry-after': '7' } }),
      ).handler,
    );
    expect(await caught(callApi('getOverview', {}))).toMatchObject({ retryAfterSeconds: 7 });
  });

  test('an aborted call rejects with an AbortError, not a network error', async () => {
    const stop = new AbortController();
    stop.abort();
    expect(
      await caught(callPath({ method: 'GET', path: '/projects/list', signal: stop.signal })),
    ).toMatchObject({ name: 'AbortError' });
  });
});

describe('the message helper', () => {
  test.each([
    [
      'the error text in the response data',
      { data: { error: 'one', message: 'no' }, message: 'no' },
      'one',
    ],
    ["the error's own message", { message: 'two', response: { data: { message: 'no' } } }, 'two'],
    [
      'the message of the response body',
      { response: { data: { message: 'three', error: 'no' } } },
      'three',
    ],
    ['the error of the response body', { response: { data: { error: 'four' } } }, 'four'],
    ['the error itself if it is text', 'five', 'five'],
    [
      'an error object is never shown as text',
      { data: { error: { code: 1 } }, message: 'own' },
      'own',
    ],
  ])('[HX-3] picks %s', (_step, error, expected) => {
    expect(errorMessage(error, 'fallback')).toBe(expected);
  });

  test.each([
    ['url', 'The host name does not exist.', 'The host name does not exist.'],
    ['webhookUrl', 'must begin with https://', 'Webhook URL must begin with https://.'],
    ['steps.0.ms', 'must be a number', 'steps.0.ms: must be a number'],
  ])('an error of the field %s is a sentence', (path, message, sentence) => {
    const text = `${path}: ${message}`;
    const data = { error: text, message: text, details: { fields: [{ path, message }] } };
    const error = new ApiError({ statusCode: 422, data });
    expect([errorMessage(error), serverMessage(error)]).toEqual([sentence, sentence]);
  });

  test('[HX-3] falls back to the passed message, by default Something went wrong', () => {
    expect(errorMessage({}, 'fallback')).toBe('fallback');
    expect(errorMessage(undefined)).toBe('Something went wrong');
  });
});

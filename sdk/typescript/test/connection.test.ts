import type { RequestListener, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { serve, unusedUrl } from '../../test/http.ts';
import { createClient } from '../src/index.ts';

const sendJson = (res: ServerResponse, status: number, body: object): void => {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify(body));
};
const sendHtml = (
  res: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
): void => {
  res.writeHead(status, { 'content-type': 'text/html', ...headers });
  res.end('<h1>Some page</h1>');
};
const apiError = (code: string, more: object = {}) => ({
  status: 'error',
  code,
  message: 'A sentence.',
  retryable: false,
  ...more,
});
const clientOf = async (listener: RequestListener, timeoutMs = 20_000) =>
  createClient({ url: await serve(listener), apiKey: 'sk_secret', timeoutMs });

test('[DX-9] a wrong address, a proxy, a redirect and an old server each have their own message', async () => {
  const page = await clientOf((_req, res) => sendHtml(res, 404));
  await expect(page.getUsage()).rejects.toMatchObject({
    code: 'not_shotwright',
    message: expect.stringMatching(/is not a Shotwright server: .*404 \(text\/html\)/) as string,
  });
  const otherApi = await clientOf((_req, res) => sendJson(res, 404, { message: 'no' }));
  await expect(otherApi.getUsage()).rejects.toMatchObject({ code: 'not_shotwright' });
  const welcome = await clientOf((_req, res) => sendHtml(res, 200));
  await expect(welcome.getUsage()).rejects.toMatchObject({ code: 'not_shotwright' });
  const proxy = await clientOf((_req, res) => sendHtml(res, 407));
  await expect(proxy.getUsage()).rejects.toMatchObject({
    code: 'proxy_error',
    message: expect.stringContaining('requires a sign-in') as string,
  });
  const gateway = await clientOf((_req, res) => sendHtml(res, 502, { 'retry-after': '0' }));
  await expect(gateway.getUsage()).rejects.toMatchObject({
    code: 'proxy_error',
    message: expect.stringContaining('502 (text/html). The server behind it may be down') as string,
  });
  const moved = await clientOf((_req, res) =>
    sendHtml(res, 301, { location: 'https://new.example' }),
  );
  await expect(moved.capture({ html: '<p>' })).rejects.toMatchObject({
    code: 'redirected',
    message: expect.stringContaining('https://new.example') as string,
  });
  const old = await clientOf((_req, res) => sendJson(res, 405, apiError('method_not_allowed')));
  await expect(old.deleteScreenshot('id')).rejects.toMatchObject({
    code: 'server_too_old',
    message: expect.stringContaining('DELETE /screenshots/id') as string,
  });
  const unused = await unusedUrl();
  const nothing = createClient({ url: unused, apiKey: 'sk_secret', maxRetries: 0 });
  await expect(nothing.getUsage()).rejects.toMatchObject({
    code: 'connection_failed',
    message: expect.stringContaining(`${unused}: the connection was refused`) as string,
  });
});

test('[DX-9] temporary errors are retried with the same idempotency key, at the time that the server names', async () => {
  const seen: (string | undefined)[] = [];
  const client = await clientOf((req, res) => {
    seen.push(req.headers['idempotency-key'] as string | undefined);
    if (seen.length === 1) return sendJson(res, 503, apiError('queue_full', { retryable: true }));
    if (seen.length === 2) return void req.socket.destroy();
    if (seen.length <= 8) {
      res.setHeader('retry-after', '0');
      return sendJson(res, 409, apiError('idempotency_in_progress', { retryable: true }));
    }
    if (seen.length === 9) {
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': '50' });
      return void res.write('{"data":', () => res.destroy());
    }
    return sendJson(res, 200, { data: { screenshot: { id: 'one' } } });
  });
  expect(await client.capture({ html: '<p>' })).toEqual({ id: 'one' });
  expect(seen).toHaveLength(10);
  expect(new Set(seen).size).toBe(1);
  expect(seen[0]).toMatch(/^[\da-f-]{36}$/);
});

test('[DX-9] [CM-10] [RP-2] comparisons, checks and approvals are retried, because a repeat changes nothing more', async () => {
  let requests = 0;
  const client = await clientOf((_req, res) => {
    requests += 1;
    if (requests % 2 === 0) return sendJson(res, 200, { data: { passed: true } });
    res.setHeader('retry-after', '0');
    return sendJson(res, 503, apiError('queue_full', { retryable: true }));
  });
  expect(await client.compare({ before: 'one', after: 'other' })).toEqual({ passed: true });
  expect(requests).toBe(2);
  expect(await client.checkBaseline('one')).toEqual({ passed: true });
  expect(await client.approveBaseline({ screenshot_id: 'one' })).toEqual({ passed: true });
  expect(requests).toBe(6);
});

test('[DX-9] a final error and a request that may not be repeated are sent once', async () => {
  let requests = 0;
  const client = await clientOf((_req, res) => {
    requests += 1;
    const failure = { retryable: true, details: { screenshotId: 'one' } };
    sendJson(res, 504, apiError('navigation_timeout', failure));
  });
  await expect(client.capture({ html: '<p>' })).rejects.toMatchObject({
    code: 'navigation_timeout',
    isRetryable: true,
    screenshotId: 'one',
  });
  expect(requests).toBe(1);
  await expect(client.cancelCapture('id')).rejects.toThrow('A sentence.');
  expect(requests).toBe(2);
});

test.each([
  ['deleteScreenshot', 'screenshot_not_found'],
  ['removeBaseline', 'baseline_not_found'],
] as const)(
  '[DX-9] a deletion by %s whose response was lost succeeds when it is repeated',
  async (name, code) => {
    let requests = 0;
    const client = await clientOf((req, res) => {
      requests += 1;
      if (requests === 1) return void req.socket.destroy();
      return sendJson(res, 404, apiError(code));
    });
    await client[name]('id');
    await expect(client[name]('id')).rejects.toMatchObject({ code });
  },
);

test('[DX-9] a call ends at its deadline and by its signal', async () => {
  const controller = new AbortController();
  const client = await clientOf((req) => {
    if (req.url?.endsWith('/devices')) controller.abort(new Error('The user left.'));
  });
  await expect(client.getUsage({ timeoutMs: 50 })).rejects.toMatchObject({
    code: 'deadline_exceeded',
    message: 'The call did not finish within 0.05 s.',
  });
  await expect(client.listDevices({ signal: controller.signal })).rejects.toThrow('The user left.');
});

test('[DX-9] settings that cannot work are rejected at once, and no error contains the key', async () => {
  expect(() => createClient({ url: 'shots.example.com', apiKey: 'key' })).toThrow(/^url: must be/);
  expect(() => createClient({ url: 'ftp://a.b', apiKey: 'key' })).toThrow(/^url: must be/);
  expect(() => createClient({ url: 'https://a.b', apiKey: '' })).toThrow(/^apiKey: must be/);
  const client = await clientOf((_req, res) => sendJson(res, 401, apiError('api_key_invalid')));
  const error: unknown = await client.getUsage().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'api_key_invalid', status: 401 });
  expect(JSON.stringify(error) + String(error)).not.toContain('sk_secret');
});

import type { ApiKey, LoggedRequest } from '@shotwright/contract';
import { expect, test } from 'vitest';
import {
  captureFormOf,
  curlOf,
  queryOf,
  replayObstacle,
  type LoggedDetail,
} from '../../../src/features/request-log/request-log.rules.ts';

const request: LoggedRequest = {
  id: '0190f5a4-6f3e-7c1a-9b77-3f2a5d1c0e42',
  requestId: 'request-1',
  createdAt: '2026-01-05T10:00:00.000Z',
  method: 'POST',
  route: '/screenshots',
  path: '/api/v1/screenshots',
  target: 'https://example.com',
  status: 202,
  durationMs: 12,
  credits: 1,
  errorCode: null,
  apiKeyId: 1,
  projectId: 2,
  screenshotId: null,
};

function detailOf(body: object | null, isComplete = true, change: Partial<LoggedRequest> = {}) {
  const detail: LoggedDetail = {
    request: { ...request, ...change },
    requestHeaders: {},
    requestBody: body && { text: JSON.stringify(body), isComplete },
    responseHeaders: {},
    responseBody: null,
    error: null,
    hasScreenshot: false,
    deliveries: [],
  };
  return detail;
}

const key: Pick<ApiKey, 'isActive'> = { isActive: true };
const apiKey = (change: object = {}) => ({ ...key, ...change }) as ApiKey;

test('[DX-11] a filter becomes a query, a period its start', () => {
  const all = { status: null, keyId: null, projectId: null, text: '', period: 'all' } as const;
  expect(queryOf(all, 0)).toEqual({});
  const now = Date.parse('2026-01-05T10:00:00Z');
  const some = { status: '4xx', keyId: 3, projectId: 4, text: 'shop', period: '1h' } as const;
  expect(queryOf(some, now)).toEqual({
    status: '4xx',
    key: 3,
    project: 4,
    text: 'shop',
    from: '2026-01-05T09:00:00.000Z',
  });
});

test('[DX-11] only a completely stored call of an active key can be replayed', () => {
  const body = { url: 'https://example.com' };
  expect(replayObstacle(detailOf(body), apiKey())).toBeUndefined();
  expect(replayObstacle(detailOf(null), apiKey())).toBeUndefined();
  expect(replayObstacle(detailOf(body, false), apiKey())).toBe('incomplete');
  const path = '/api/v1/screenshots?cursor=[redacted]';
  expect(replayObstacle(detailOf(null, true, { path }), apiKey())).toBe('incomplete');
  expect(replayObstacle(detailOf(body), apiKey({ isActive: false }))).toBe('key');
  expect(replayObstacle(detailOf(body), undefined)).toBe('key');
});

test('[DX-11] a capture opens in the playground with its options, without what is not stored', () => {
  const body = {
    url: 'https://example.com',
    fullPage: 'ignored',
    full_page: true,
    delay: 3,
    hide_selectors: ['#a', '#b'],
    proxy_url: '[redacted]',
    steps: [{ action: 'type', selector: '#a', text: '***' }],
  };
  const capture = captureFormOf(detailOf(body, false));
  expect(capture?.form).toMatchObject({
    mode: 'url',
    url: 'https://example.com',
    full_page: true,
    delay: '3',
    hide_selectors: '#a\n#b',
    proxy_url: '',
    steps: '',
    setting_id: '',
  });
  expect(capture?.isComplete).toBe(false);
  const html = detailOf({ html: '<p>Hello' }, true, { route: '/html-to-image' });
  expect(captureFormOf(html)?.form).toMatchObject({ mode: 'html', html: '<p>Hello' });
});

test('[DX-11] other calls do not open in the playground', () => {
  expect(captureFormOf(detailOf(null))).toBeUndefined();
  expect(captureFormOf(detailOf({}, true, { method: 'GET' }))).toBeUndefined();
  expect(captureFormOf(detailOf({}, true, { route: '/links' }))).toBeUndefined();
});

test('[DX-11] the command names the key by its variable and has no body without one', () => {
  expect(curlOf(detailOf({ url: "it's" }))).toBe(
    [
      `curl -X POST '${location.origin}/api/v1/screenshots'`,
      `  -H "x-api-key: $SHOTWRIGHT_API_KEY"`,
      `  -H 'content-type: application/json'`,
      `  -d '{"url":"it'\\''s"}'`,
    ].join(' \\\n'),
  );
  expect(curlOf(detailOf(null, true, { method: 'DELETE' }))).toBe(
    [
      `curl -X DELETE '${location.origin}/api/v1/screenshots'`,
      `  -H "x-api-key: $SHOTWRIGHT_API_KEY"`,
    ].join(' \\\n'),
  );
});

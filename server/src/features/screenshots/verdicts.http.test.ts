import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScreenshotsApp, readJson, type TestCustomer } from '../../../test/screenshots-app.ts';

const pages: Readonly<Record<string, readonly [status: number, html: string]>> = {
  '/good': [200, '<title>Good</title><h1>Hello</h1><p>A page with some text on it.</p>'],
  '/blank': [200, '<title>Nothing</title><body></body>'],
  '/gone': [404, '<title>404</title><h1>Not found</h1>'],
};

function site(req: IncomingMessage, res: ServerResponse): void {
  const [status, html] = pages[req.url ?? ''] ?? [404, ''];
  res.writeHead(status, { 'content-type': 'text/html' }).end(html);
}

const kindsById = (list: readonly { id: string; verdict: { kind: string } | null }[]) =>
  list.map(({ id, verdict }) => [id, verdict?.kind]);

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp(site);
});
afterAll(() => app.close());

const capture = async (customer: TestCustomer, path: string, options: object = {}) =>
  readJson(await customer.byKey('/screenshots', { url: app.siteUrl + path, wait: 25, ...options }));

test('[VD-1] a screenshot has the verdict about its image and the report about the wait', async () => {
  const customer = await app.customer();
  const { screenshot } = await capture(customer, '/gone', { delay: 0.1 });
  expect(screenshot).toMatchObject({
    status: 'COMPLETE',
    verdict: { kind: 'host_error', reasons: ['error_status'], confidence: 'high' },
    waiting: { fallback: null, underWay: [] },
  });
  expect(screenshot.waiting.waitedFor).toContainEqual(
    expect.objectContaining({ reason: 'delay', clockMs: 100 }),
  );
  expect(screenshot.report).not.toHaveProperty('verdict');
  expect(screenshot.report).not.toHaveProperty('waiting');
  const { verdict } = await readJson(await customer.byKey(`/screenshots/${screenshot.id}`));
  expect(verdict).toEqual(screenshot.verdict);
});

test('[VD-2] lists have the verdict and can be filtered by one or several kinds', async () => {
  const customer = await app.customer();
  const ids = new Map<string, string>();
  for (const path of ['/good', '/blank', '/gone']) {
    ids.set(path, (await capture(customer, path)).requestId);
  }
  const listed = async (query: string) => {
    const [byKey, files] = [
      await readJson(await customer.byKey(`/screenshots?${query}`)),
      await readJson(await customer.call('GET', `/projects/files?${query}`)),
    ];
    expect(kindsById(files.screenshots)).toEqual(kindsById(byKey.screenshots));
    expect([byKey.meta.total, files.meta.total]).toEqual([
      byKey.screenshots.length,
      byKey.screenshots.length,
    ]);
    return kindsById(byKey.screenshots);
  };
  const [good, blank, gone] = [
    [ids.get('/good'), 'ok'],
    [ids.get('/blank'), 'blank'],
    [ids.get('/gone'), 'host_error'],
  ];
  expect(await listed('')).toEqual([gone, blank, good]);
  expect(await listed('verdict=blank')).toEqual([blank]);
  expect(await listed('verdict=blank,host_error')).toEqual([gone, blank]);
  expect(await listed('verdict=ok&verdict=blank')).toEqual([blank, good]);
  expect(await listed('verdict=login_wall')).toEqual([]);
  const res = await customer.byKey('/screenshots?verdict=blanc');
  expect([res.status, (await readJson(res)).message]).toEqual([
    400,
    'verdict must be a list of ok, blank, bot_challenge, login_wall, cookie_wall, host_error, incomplete, truncated.',
  ]);
});

test('[VD-3] a verdict cannot be accepted and fail the capture at the same time', async () => {
  const customer = await app.customer();
  const res = await customer.byKey('/screenshots', {
    url: `${app.siteUrl}/good`,
    fail_on_verdict: ['blank', 'truncated'],
    accept_verdicts: 'blank',
  });
  const { code, message } = await readJson(res);
  expect([res.status, code]).toEqual([400, 'unsupported_option_combination']);
  expect(message).toMatch(/^fail_on_verdict: must not have a value of accept_verdicts/);
});

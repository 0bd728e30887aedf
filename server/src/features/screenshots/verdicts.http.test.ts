import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEventStream } from '../../../test/event-stream.ts';
import type { ParsedJson } from '../../../test/json.ts';
import { openScreenshotsApp, readJson, type TestCustomer } from '../../../test/screenshots-app.ts';
import { verdictPages, verdictSite } from '../../../test/verdict-site.ts';

const kindsById = (list: readonly { id: string; verdict: { kind: string } | null }[]) =>
  list.map(({ id, verdict }) => [id, verdict?.kind]);

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp(verdictSite);
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

test('[VD-1] an image response names the kind of the verdict', async () => {
  const customer = await app.customer();
  const direct = await customer.byKey('/screenshots', {
    url: `${app.siteUrl}/gone`,
    response_type: 'image',
  });
  expect(direct.headers.get('x-verdict')).toBe('host_error');
  await direct.arrayBuffer();
  const { requestId } = await capture(customer, '/good');
  const later = await customer.byKey(`/screenshots/${requestId}/image`);
  expect(later.headers.get('x-verdict')).toBe('ok');
  await later.arrayBuffer();
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

const summaryOf = ({ status, verdict, creditsCharged, creditsRequired, message }: ParsedJson) => ({
  status,
  kind: verdict?.kind,
  creditsCharged,
  creditsRequired,
  message,
});

const ledgerOf = async ({ organizationId }: TestCustomer, id: string) =>
  app.db
    .selectFrom('credit_ledger')
    .select(['kind', 'available_delta', 'held_delta', 'note'])
    .where('organization_id', '=', organizationId)
    .where('screenshot_id', '=', id)
    .orderBy('id')
    .execute();

const hold = { kind: 'hold', available_delta: -2, held_delta: 2, note: null };

test.each([
  ['/blank', 'blank', 'The image is blank. It is stored; nothing was charged.'],
  [
    '/challenge',
    'bot_challenge',
    'The image shows a challenge for robots instead of the page. It is stored; nothing was charged.',
  ],
  [
    '/blank-broken',
    'host_error',
    'The host returned an error without a page, so that the image is blank. It is stored; nothing was charged.',
  ],
  [
    '/broken',
    'host_error',
    'The host returned an error without a page, so that the image is blank. It is stored; nothing was charged.',
  ],
])('[VD-5] the capture of %s is stored as %s and not charged', async (path, kind, message) => {
  const customer = await app.customer();
  const { screenshot } = await capture(customer, path, { full_page: true });
  expect(summaryOf(screenshot)).toEqual({
    status: 'COMPLETE',
    kind,
    creditsCharged: 0,
    creditsRequired: 2,
    message,
  });
  expect([screenshot.error, screenshot.code]).toEqual([null, null]);
  expect((await fetch(screenshot.screenshotUrl)).status).toBe(200);
  expect(await customer.balance()).toEqual({ available: 100, held: 0 });
  expect(await ledgerOf(customer, screenshot.id)).toEqual([
    hold,
    { kind: 'release', available_delta: 2, held_delta: -2, note: `verdict:${kind}` },
  ]);
  const { screenshots: files } = await readJson(await customer.call('GET', '/projects/files'));
  expect(files[0]).toMatchObject({ creditsRequired: 2, creditsCharged: 0 });
  const image = await customer.byKey(`/screenshots/${screenshot.id}/image`);
  expect([image.headers.get('x-credits-charged'), image.headers.get('x-verdict')]).toEqual([
    '0',
    kind,
  ]);
  await image.arrayBuffer();
});

test.each([
  ['/gone', 'host_error'],
  ['/soft-gone', 'host_error'],
  ['/doubtful', 'bot_challenge'],
  ['/account', 'login_wall'],
  ['/skeleton', 'incomplete'],
  ['/consent', 'cookie_wall'],
])('[VD-5] the capture of %s is flagged as %s and charged', async (path, kind) => {
  const customer = await app.customer();
  const { screenshot } = await capture(customer, path);
  expect(summaryOf(screenshot)).toMatchObject({ kind, creditsCharged: 1, message: null });
  expect(await customer.balance()).toEqual({ available: 99, held: 0 });
});

test('[VD-5] a page that is too tall is flagged as truncated and charged', async () => {
  const customer = await app.customer();
  const { screenshot } = await capture(customer, '/tall', { full_page: true });
  expect(summaryOf(screenshot)).toMatchObject({ kind: 'truncated', creditsCharged: 2 });
});

test('[VD-4] the finished event carries the verdict and the reason why nothing was charged', async () => {
  const customer = await app.customer();
  const { requestId } = await capture(customer, '/blank', { wait: 0 });
  const url = `${app.url}/api/v1/screenshots/${requestId}/events`;
  const stream = await openEventStream(url, { 'x-api-key': customer.apiKey });
  const { data } = await stream.until(({ name }) => name === 'finished');
  expect(summaryOf(data)).toMatchObject({
    kind: 'blank',
    creditsCharged: 0,
    message: 'The image is blank. It is stored; nothing was charged.',
  });
  await stream.ended;
});

test('[VD-5] the days of the overview count refunded captures without their credits', async () => {
  const customer = await app.customer();
  for (const path of ['/good', '/blank']) await capture(customer, path);
  const { days } = await readJson(await customer.call('GET', '/dashboards/capture-days'));
  expect(days.at(-1)).toMatchObject({ completed: 2, credits: 1 });
});

test('[VD-6] an accepted verdict is charged as usual', async () => {
  const customer = await app.customer();
  for (const [path, kind] of [
    ['/blank', 'blank'],
    ['/challenge', 'bot_challenge'],
  ]) {
    const { screenshot } = await capture(customer, path ?? '', { accept_verdicts: kind });
    expect(summaryOf(screenshot)).toMatchObject({ kind, creditsCharged: 1, message: null });
    expect(screenshot.options).toMatchObject({ accept_verdicts: kind });
  }
  expect(await customer.balance()).toEqual({ available: 98, held: 0 });
});

test.each([
  { path: '/blank', kind: 'blank', code: 'blank_page', retryable: true },
  { path: '/challenge', kind: 'bot_challenge', code: 'bot_challenge', retryable: true },
  { path: '/account', kind: 'login_wall', code: 'login_wall', retryable: false },
  { path: '/gone', kind: 'host_error', code: 'host_returned_error', retryable: false },
  { path: '/broken', kind: 'host_error', code: 'host_returned_error', retryable: true },
  { path: '/tall', kind: 'truncated', code: 'page_truncated', retryable: false },
])('[VD-7] the capture of $path fails with $code', async ({ path, kind, code, retryable }) => {
  const customer = await app.customer();
  const res = await customer.byKey('/screenshots', {
    url: app.siteUrl + path,
    full_page: true,
    wait: 25,
    fail_on_verdict: ['cookie_wall', kind],
  });
  const failed = await readJson(res);
  expect([res.status, failed.code, failed.retryable, failed.creditsCharged]).toEqual([
    422,
    code,
    retryable,
    0,
  ]);
  expect(failed.message).toMatch(
    new RegExp(`, and fail_on_verdict names ${kind}\\. Nothing was charged\\.$`),
  );
  expect(failed.details.verdict.kind).toBe(kind);
  expect(failed.details.hostStatus).toBe(
    kind === 'host_error' ? verdictPages[path]?.[0] : undefined,
  );
  const { screenshotId } = failed.details;
  const screenshot = await readJson(await customer.byKey(`/screenshots/${screenshotId}`));
  expect(screenshot).toMatchObject({
    status: 'FAILED',
    code,
    retryable,
    screenshotUrl: null,
    verdict: { kind },
  });
  expect(await customer.balance()).toEqual({ available: 100, held: 0 });
  expect((await ledgerOf(customer, screenshotId)).at(-1)?.note).toBe(`verdict:${kind}`);
});

test.each(['/about-challenges', '/login', '/one-line', '/dark', '/canvas', '/art'])(
  '[VD-10] the capture of %s is charged',
  async (path) => {
    const customer = await app.customer();
    const { screenshot } = await capture(customer, path);
    expect(summaryOf(screenshot)).toMatchObject({ creditsCharged: 1, message: null });
    expect(await customer.balance()).toEqual({ available: 99, held: 0 });
  },
);

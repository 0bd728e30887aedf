import type { RuntimeConfig, ServiceStatus } from '@shotwright/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestSession } from '../../../test/app.ts';
import { readJson } from '../../../test/screenshots-app.ts';
import { makeStaff } from '../../../test/tickets.ts';

const configured = [
  {
    title: 'Configured',
    text: 'From the configuration.',
    image: 'https://configured.example/a.png',
  },
  {
    title: 'Odd',
    text: 'Its host must not extend the policy.',
    image: 'https://*;script-src/a.png',
  },
];
const hourMs = 3_600_000;
const noUrl = 'must be a URL that starts with https://';
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

let app: TestApp;
let staff: TestSession;
let user: TestSession;
beforeAll(async () => {
  app = await startTestApp({ env: { NEWS_SLIDES: JSON.stringify(configured) } });
  [staff, user] = await Promise.all([app.session(), app.session()]);
  await makeStaff(app, staff);
});
afterAll(() => app.close());
beforeEach(async () => {
  for (const kind of ['news-slides', 'status-notices']) {
    const { data } = await call('GET', `/staff/${kind}`);
    const rows: { id: number }[] = data.slides ?? data.notices;
    for (const { id } of rows) await call('DELETE', `/staff/${kind}/${id}`);
  }
});

const call = async (method: string, path: string, body?: unknown) => {
  const response = await staff.call(method, path, body);
  return { ...(await readJson(response)), status: response.status };
};
const slide = { title: 'New', text: 'Something is new.', isPublished: true };
const notice = {
  kind: 'outage',
  title: 'Captures fail',
  text: 'We are on it.',
  startsAt: inHours(-1),
  isPublished: true,
};
const createSlide = async (change: object = {}): Promise<number> =>
  (await call('POST', '/staff/news-slides', { ...slide, ...change })).data.slide.id;
const createNotice = async (change: object = {}): Promise<number> =>
  (await call('POST', '/staff/status-notices', { ...notice, ...change })).data.notice.id;
const readConfig = async (): Promise<RuntimeConfig> => readJson(await app.request('/config.json'));
const shownTitles = async () => (await readConfig()).newsSlides.map(({ title }) => title);
const readImagePolicy = async () => {
  await readConfig();
  const { headers } = await app.request('/', { headers: { accept: 'text/html,*/*' } });
  return /img-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];
};
const readStatus = async (): Promise<ServiceStatus> => readJson(await app.request('/status.json'));
const readStatusPage = async () => (await app.request('/status')).text();

test.each([
  ['GET', '/staff/news-slides', undefined],
  ['POST', '/staff/news-slides', slide],
  ['PUT', '/staff/news-slides/1', slide],
  ['POST', '/staff/news-slides/1/move', { direction: 'up' }],
  ['DELETE', '/staff/news-slides/1', undefined],
  ['GET', '/staff/status-notices', undefined],
  ['POST', '/staff/status-notices', notice],
  ['PUT', '/staff/status-notices/1', notice],
  ['POST', '/staff/status-notices/1/resolve', undefined],
  ['DELETE', '/staff/status-notices/1', undefined],
])('[SF-6] %s %s does not exist for users and visitors', async (method, path, body) => {
  const response = await user.call(method, path, body);
  expect([response.status, (await readJson(response)).code]).toEqual([404, 'not_found']);
  const anonymous = await app.request(`/api/v1${path}`, { method });
  expect(anonymous.status).toBe(404);
});

test('[SF-6] slides of the team replace the configured ones while one is published and current', async () => {
  expect(await shownTitles()).toEqual(['Configured', 'Odd']);
  const draft = await createSlide({ title: 'Draft', isPublished: false });
  await createSlide({ title: 'Tomorrow', visibleFrom: inHours(24) });
  await createSlide({ title: 'Over', visibleUntil: inHours(-1) });
  expect(await shownTitles()).toEqual(['Configured', 'Odd']);
  await createSlide({ title: 'Now', visibleFrom: inHours(-1), visibleUntil: inHours(1) });
  expect(await shownTitles()).toEqual(['Now']);
  const links = { href: ' /docs ', image: 'https://images.example/a.png' };
  await call('PUT', `/staff/news-slides/${draft}`, { ...slide, ...links, text: 'Two\n lines' });
  expect((await readConfig()).newsSlides[0]).toEqual({
    title: 'New',
    text: 'Two lines',
    href: '/docs',
    image: 'https://images.example/a.png',
  });
  const { data } = await call('GET', '/staff/news-slides');
  expect(data.slides.map((one: { state: string }) => one.state)).toEqual([
    'current',
    'planned',
    'past',
    'current',
  ]);
});

test('[SF-6] the policy of the pages allows the images of the shown slides and no others', async () => {
  expect(await readImagePolicy()).toBe("'self' data: blob: https://configured.example");
  await createSlide({ image: 'https://images.example/a.png' });
  await createSlide({ image: 'https://drafts.example/a.png', isPublished: false });
  await createSlide({ image: '/files/1.png' });
  expect(await readImagePolicy()).toBe("'self' data: blob: https://images.example");
});

test('[SF-6] slides move by one place, and stay at the ends', async () => {
  const [first, second, third] = [
    await createSlide({ title: '1' }),
    await createSlide({ title: '2' }),
    await createSlide({ title: '3' }),
  ];
  const move = async (id: number, direction: string) => {
    const { data } = await call('POST', `/staff/news-slides/${id}/move`, { direction });
    return data.slides.map(({ title }: { title: string }) => title).join('');
  };
  expect(await move(third, 'up')).toBe('132');
  expect(await move(first, 'down')).toBe('312');
  expect(await move(third, 'up')).toBe('312');
  expect(await move(second, 'down')).toBe('312');
  expect((await shownTitles()).join('')).toBe('312');
  await call('DELETE', `/staff/news-slides/${first}`);
  await createSlide({ title: '4' });
  expect((await shownTitles()).join('')).toBe('324');
});

test.each([
  ['title', 'must not be blank', ''],
  ['title', 'must be at most 80 characters', 'x'.repeat(81)],
  ['text', 'must not be blank', ' \n '],
  ['text', 'must be at most 280 characters', 'x'.repeat(281)],
  ['text', 'must not contain line breaks, control characters', 'a\u202eb'],
  ['href', noUrl, 'javascript:alert(1)'],
  ['href', 'or a path of this site such as /docs', '//evil.example'],
  ['href', 'or a path of this site such as /docs', '/\\evil.example'],
  ['href', noUrl, 'https:evil.example'],
  ['href', 'must be at most 2048 characters', `/${'x'.repeat(2_048)}`],
  ['image', noUrl, 'http://images.example/a.png'],
  ['image', noUrl, 'data:image/png;base64,AA'],
  ['image', noUrl, 'https://a.example;script-src/x.png'],
  ['image', noUrl, 'https://a.example,b.example/x.png'],
  ['image', noUrl, 'https://*/x.png'],
  ['href', noUrl, 'https://bank.example@evil.example'],
  ['visibleFrom', 'must be an ISO 8601 time', 'tomorrow'],
  ['visibleUntil', 'must be after visibleFrom', '2026-01-01T00:00:00Z'],
  ['isPublished', 'must be true or false', 'yes'],
])('[SF-6] a slide is refused if %s is wrong: %s', async (field, sentence, value) => {
  const body = { ...slide, visibleFrom: '2026-06-01T00:00:00Z', [field]: value };
  const refused = await call('POST', '/staff/news-slides', body);
  expect([refused.status, refused.code]).toEqual([400, 'validation_failed']);
  expect(refused.message).toContain(`${field} must `);
  expect(refused.message).toContain(sentence);
});

test.each([
  ['kind', 'must be one of notice, degraded, outage, maintenance', 'party'],
  ['title', 'must be at most 120 characters', 'x'.repeat(121)],
  ['text', 'must be at most 1000 characters', 'x'.repeat(1_001)],
  ['text', 'must not contain control characters', 'a\u0007b'],
  ['startsAt', 'must be an ISO 8601 time', null],
  ['endsAt', 'must be after startsAt', '2020-01-01T00:00:00Z'],
])('[SF-6] a notice is refused if %s is wrong: %s', async (field, sentence, value) => {
  const refused = await call('POST', '/staff/status-notices', { ...notice, [field]: value });
  expect([refused.status, refused.code]).toEqual([400, 'validation_failed']);
  expect(refused.message).toContain(`${field} ${sentence}`);
});

test('[SF-6] an eleventh slide is refused, also if many arrive at the same time', async () => {
  const ends = await Promise.all(
    Array.from({ length: 14 }, () => call('POST', '/staff/news-slides', slide)),
  );
  const count = (expected: number) => ends.filter(({ status }) => status === expected).length;
  expect([count(201), count(409)]).toEqual([10, 4]);
  expect(ends.find(({ status }) => status === 409)?.message).toBe(
    'There can be at most 10 slides. Delete one first.',
  );
});

test('[SF-6] a current notice is on the status page until it is resolved, and then in the history for 7 days', async () => {
  expect(await readStatus()).toMatchObject({ status: 'works', notices: [], history: [] });
  const id = await createNotice({ title: 'A <b>', text: 'One\nTwo' });
  const { status, notices } = await readStatus();
  expect(status).toBe('degraded');
  expect(notices).toMatchObject([{ id, kind: 'outage', title: 'A <b>', endsAt: null }]);
  const page = await readStatusPage();
  expect(page).toContain('<h1>There is a problem</h1>');
  expect(page).toContain('<h2>Outage: A &lt;b&gt;</h2>\n<p>One<br>Two</p>');
  const resolved = await call('POST', `/staff/status-notices/${id}/resolve`);
  expect(resolved.data.notice).toMatchObject({ state: 'past', resolvedAt: expect.any(String) });
  const after = await readStatus();
  expect(after).toMatchObject({ status: 'works', notices: [], history: [{ id }] });
  expect(after.history[0]?.endedAt).toBe(resolved.data.notice.resolvedAt);
  expect(await readStatusPage()).toMatch(/Last 7 days[^]*Outage: A &lt;b&gt;[^]*Resolved\. /);
  await sql`update status_notices set starts_at = now() - interval '9 days', resolved_at = now() - interval '8 days'`.execute(
    app.db,
  );
  await createNotice({ isPublished: false });
  expect((await readStatus()).history).toEqual([]);
});

test('[SF-6] a notice is shown in its time; maintenance is announced before', async () => {
  const later = { startsAt: inHours(2), endsAt: inHours(3) };
  const planned = await createNotice({ ...later, kind: 'maintenance', title: 'New disks' });
  await createNotice({ ...later, kind: 'notice', title: 'Later' });
  await createNotice({ title: 'Draft', isPublished: false });
  const ended = await createNotice({ title: 'Ended', endsAt: inHours(-0.5) });
  const status = await readStatus();
  expect(status).toMatchObject({ status: 'works', notices: [] });
  expect(status.planned.map(({ id }) => id)).toEqual([planned]);
  expect(status.history.map(({ id }) => id)).toEqual([ended]);
  const page = await readStatusPage();
  expect(page).toContain('<h1>Everything works</h1>');
  expect(page).toMatch(/Planned maintenance[^]*New disks[^]*Last 7 days[^]*Ended/);
  expect(page).not.toMatch(/Later|Draft/);
});

test('[SF-6] only a current notice can be resolved', async () => {
  const sentence = 'Only a published notice that has started and not ended can be resolved.';
  for (const change of [
    { isPublished: false },
    { startsAt: inHours(1) },
    { endsAt: inHours(-0.5) },
  ]) {
    const id = await createNotice(change);
    const refused = await call('POST', `/staff/status-notices/${id}/resolve`);
    expect([refused.status, refused.code, refused.message]).toEqual([409, 'conflict', sentence]);
  }
});

test.each([
  ['PUT', '/staff/news-slides/999999', slide],
  ['POST', '/staff/news-slides/999999/move', { direction: 'up' }],
  ['DELETE', '/staff/news-slides/999999', undefined],
  ['PUT', '/staff/status-notices/999999', notice],
  ['POST', '/staff/status-notices/999999/resolve', undefined],
  ['DELETE', '/staff/status-notices/999999', undefined],
])('[SF-6] %s %s returns 404 to staff', async (method, path, body) => {
  const { status, code } = await call(method, path, body);
  expect([status, code]).toEqual([404, 'news_not_found']);
});

/** Returns the logged actions on a slide or notice, all of which must be those of the staff of this file. */
async function actionsOf(kind: string, subject: number) {
  const rows = await app.db
    .selectFrom('staff_actions')
    .select(['actor_user_id', 'action', 'detail'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', String(subject))
    .orderBy('id')
    .execute();
  expect(rows.every(({ actor_user_id: actor }) => actor === staff.userId)).toBe(true);
  return rows;
}

test('[SF-5, SF-6] each change is logged with its actor, and a move that changes nothing is not', async () => {
  const id = await createSlide();
  await call('PUT', `/staff/news-slides/${id}`, { ...slide, title: 'Newer' });
  await call('POST', `/staff/news-slides/${id}/move`, { direction: 'up' });
  const second = await createSlide();
  await call('POST', `/staff/news-slides/${second}/move`, { direction: 'up' });
  await call('DELETE', `/staff/news-slides/${id}`);
  const noticeId = await createNotice();
  await call('PUT', `/staff/status-notices/${noticeId}`, { ...notice, kind: 'degraded' });
  await call('POST', `/staff/status-notices/${noticeId}/resolve`);
  await call('DELETE', `/staff/status-notices/${noticeId}`);
  const slideActions = await actionsOf('news_slide', id);
  const verbs = slideActions.map(({ action }) => action.replace('news_slide.', ''));
  expect(verbs).toEqual(['create', 'update', 'delete']);
  expect(slideActions[1]?.detail).toMatchObject({ title: 'Newer', isPublished: true });
  expect((await actionsOf('news_slide', second)).map(({ action }) => action)).toEqual([
    'news_slide.create',
    'news_slide.move',
  ]);
  expect((await actionsOf('status_notice', noticeId)).map(({ action }) => action)).toEqual([
    'status_notice.create',
    'status_notice.update',
    'status_notice.resolve',
    'status_notice.delete',
  ]);
});

test('[SF-6] many page views read the database at most once in 5 seconds', async () => {
  await createSlide({ title: 'Cached' });
  expect(await shownTitles()).toEqual(['Cached']);
  // As a change of another process, of which this one hears nothing.
  await sql`update news_slides set title = 'Changed elsewhere'`.execute(app.db);
  expect(await shownTitles()).toEqual(['Cached']);
  await expect.poll(shownTitles, { timeout: 10_000, interval: 500 }).toEqual(['Changed elsewhere']);
});

import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { insertProject } from '../../../test/factories.ts';
import { openScreenshotsApp, readJson, type TestCustomer } from '../../../test/screenshots-app.ts';

/** Values of a header of captures, in order. */
const secrets: (string | string[] | undefined)[] = [];
/** Bodies of webhooks. */
const bodies: Promise<unknown>[] = [];
/** Colour of the pages of the site. */
let colour = '#dde';
let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp(
    (req, res) => {
      if (req.url === '/hook') bodies.push(json(req));
      if (req.url === '/other') secrets.push(req.headers['x-secret']);
      res.setHeader('content-type', 'text/html');
      res.end(`<body style="margin:0;background:${colour}">${req.url}`);
    },
    { DEV_MAILBOX: 'on' },
  );
});
afterAll(() => app?.close());

let customer: TestCustomer;
let settingId: number;
beforeEach(async () => {
  colour = '#dde';
  customer = await app.customer();
  settingId = await save('home');
});

/** Saves a setting that captures a page of the site. */
async function save(path: string, options: object = {}): Promise<number> {
  const { setting } = await readJson(
    await customer.bySession('/screenshot-settings', {
      name: 'Home',
      options: {
        mode: 'url',
        url: `${app.siteUrl}/${path}`,
        width: '300',
        height: '200',
        ...options,
      },
    }),
  );
  return setting.id;
}

const scheduleOf = (changes: object = {}) => ({
  name: 'Every morning',
  setting_id: settingId,
  // Once a year, so that no planned run happens beside those of a test.
  cron: '0 9 1 1 *',
  timezone: 'Europe/Berlin',
  ...changes,
});
const create = async (changes: object = {}) =>
  readJson(await customer.bySession('/schedules', scheduleOf(changes)));
const read = async (id: string) =>
  (await readJson(await customer.call('GET', `/schedules/${id}`))).data;
const runsOf = async (id: string) =>
  (await readJson(await customer.call('GET', `/schedules/${id}/runs`))).data.runs;

/** Runs a schedule now and waits for the end. */
async function run(id: string) {
  const { runId } = await readJson(await customer.bySession(`/schedules/${id}/run`, {}));
  return vi.waitUntil(
    async () => {
      const found = (await runsOf(id)).find((one: { runId: string }) => one.runId === runId);
      return found.status === 'RUNNING' ? undefined : found;
    },
    { timeout: 40_000, interval: 200 },
  );
}

/** Returns the emails to the customer, the newest first; HTML of the mailbox's pages. */
async function mails(): Promise<string[]> {
  const { email } = await app.db
    .selectFrom('users')
    .select('email')
    .where('organization_id', '=', customer.organizationId)
    .executeTakeFirstOrThrow();
  const messages = await app.request(`/dev/mailbox/messages?to=${encodeURIComponent(email)}`);
  return (await readJson(messages)).messages.map(
    ({ subject, text }: Record<string, string>) => `${subject}\n${text}`,
  );
}

const firstMail = async () => {
  const [mail] = await vi.waitUntil(
    async () => {
      const found = await mails();
      return found.length > 0 && found;
    },
    { timeout: 20_000 },
  );
  return mail;
};

test('[SS-10] a schedule is created, listed, changed, paused, resumed and deleted', async () => {
  const schedule = await create();
  const id = schedule.scheduleId;
  expect(schedule.data).toMatchObject({
    name: 'Every morning',
    settingName: 'Home',
    url: `${app.siteUrl}/home`,
    notify: 'change',
    maxDiffRatio: 0,
    pausedBy: null,
    lastRun: null,
  });
  expect(schedule.nextRuns).toHaveLength(3);
  const hours = schedule.nextRuns.map((time: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' }).format(
      new Date(time),
    ),
  );
  expect(hours).toEqual(['09:00', '09:00', '09:00']);
  const paused = await readJson(await customer.bySession(`/schedules/${id}/pause`, {}));
  expect(paused).toMatchObject({ pausedBy: 'user', nextRuns: [] });
  const changed = await customer.call(
    'PUT',
    `/schedules/${id}`,
    scheduleOf({ name: 'Noon', cron: '0 12 * * *' }),
  );
  expect((await readJson(changed)).data).toMatchObject({ name: 'Noon', pausedBy: 'user' });
  const resumed = await readJson(await customer.bySession(`/schedules/${id}/resume`, {}));
  expect(resumed).toMatchObject({ pausedBy: null, cron: '0 12 * * *' });
  expect(resumed.nextRuns).toHaveLength(3);
  const { schedules } = (await readJson(await customer.call('GET', '/schedules'))).data;
  expect(schedules).toMatchObject([{ scheduleId: id, name: 'Noon' }]);
  expect((await customer.call('DELETE', `/schedules/${id}`)).status).toBe(200);
  expect((await customer.call('DELETE', `/schedules/${id}`)).status).toBe(404);
});

test('[RP-4] [SS-10] a run that differs from the one before is reported by email and webhook', async () => {
  await customer.bySession('/webhooks', {
    name: 'Changes',
    webhookUrl: `${app.siteUrl}/hook`,
    eventIds: 'screenshot.changed',
  });
  const { scheduleId: id } = await create();
  const first = await run(id);
  expect(first).toMatchObject({ status: 'COMPLETE', previousScreenshotId: null, changed: null });
  const captured = await readJson(await customer.byKey(`/screenshots/${first.screenshotId}`));
  expect(captured.data.options.setting_id).toMatch(/^\d+$/);
  expect(await run(id)).toMatchObject({
    status: 'COMPLETE',
    previousScreenshotId: first.screenshotId,
    diffRatio: 0,
    changed: false,
  });
  expect(await mails()).toEqual([]);
  colour = '#00a';
  const changed = await run(id);
  expect(changed).toMatchObject({ changed: true });
  expect(changed.diffRatio).toBeGreaterThan(0.9);
  const mail = await firstMail();
  expect(mail).toContain('"Every morning" changed by');
  expect(mail).toContain(
    `/dashboard/compare?a=${changed.previousScreenshotId}&b=${changed.screenshotId}`,
  );
  await vi.waitUntil(() => bodies.length > 0, { timeout: 20_000 });
  expect(await Promise.all(bodies)).toEqual([
    {
      type: 'screenshot.changed',
      timestamp: expect.any(String),
      livemode: true,
      data: {
        scheduleId: id,
        scheduleName: 'Every morning',
        url: `${app.siteUrl}/home`,
        projectId: expect.any(Number),
        screenshotId: changed.screenshotId,
        previousScreenshotId: changed.previousScreenshotId,
        diffRatio: changed.diffRatio,
        statusUrl: expect.stringContaining(`/api/v1/screenshots/${changed.screenshotId}`),
        comparisonUrl: expect.stringContaining(`&b=${changed.screenshotId}`),
      },
    },
  ]);
  expect((await read(id)).lastRun).toMatchObject({ runId: changed.runId });
});

test('[RP-4] a run that is refused or fails has the reason, and is reported if that is wanted', async () => {
  await app.db
    .updateTable('credit_accounts')
    .set({ available: 0 })
    .where('organization_id', '=', customer.organizationId)
    .execute();
  const { scheduleId: id } = await create({ notify: 'failure' });
  expect(await run(id)).toMatchObject({
    status: 'FAILED',
    code: 'insufficient_credits',
    screenshotId: null,
  });
  expect(await firstMail()).toContain('"Every morning" has a failed capture');
  expect((await read(id)).pausedBy).toBeNull();
});

test('[TM-4] a run beyond the limit of its project is refused and costs nothing', async () => {
  const { organizationId } = customer;
  const { id: projectId } = await insertProject(app.db, {
    organization_id: organizationId,
    monthly_limit: 1,
  });
  const other = await save('limited', { project_id: String(projectId) });
  const { scheduleId: id } = await create({ setting_id: other });
  expect(await run(id)).toMatchObject({ status: 'COMPLETE' });
  expect(await run(id)).toMatchObject({
    status: 'FAILED',
    code: 'project_monthly_limit_reached',
    screenshotId: null,
  });
  expect(await customer.balance()).toEqual({ available: 99, held: 0 });
});

test('[SS-10] a schedule captures the secrets and the project of its setting, as it is then', async () => {
  const { id: projectId } = await insertProject(app.db, {
    organization_id: customer.organizationId,
  });
  const custom_header = '{"x-secret":"one"}';
  const other = await save('other', { custom_header, project_id: String(projectId) });
  const { scheduleId: id } = await create({ setting_id: other });
  const { screenshotId } = await run(id);
  const screenshot = await readJson(await customer.byKey(`/screenshots/${screenshotId}`));
  expect(screenshot).toMatchObject({ url: `${app.siteUrl}/other`, status: 'COMPLETE' });
  expect(screenshot).toMatchObject({ projectId, options: { width: '300' } });
  expect(secrets).toEqual(['one']);
});

const preview = (query: string) => customer.call('GET', `/schedule-preview?${query}`);

test('[SS-10] the next times are shown before a schedule is saved', async () => {
  const { nextRuns } = await readJson(await preview('cron=%40weekly&timezone=Asia/Tokyo'));
  expect(nextRuns).toHaveLength(3);
  for (const [query, path] of [
    ['cron=x', 'cron'],
    ['cron=*/5 * * * *', 'cron'],
    ['cron=@daily&timezone=Mars', 'timezone'],
    ['', 'cron'],
  ] as const) {
    const error = await readJson(await preview(query));
    expect([error.statusCode, error.details.fields[0].path]).toEqual([400, path]);
  }
});

test.each([
  ['name', { name: '' }],
  ['setting_id', { setting_id: 'x' }],
  ['cron', { cron: '* * * * *' }],
  ['timezone', { timezone: 'Nowhere' }],
  ['notify', { notify: 'sometimes' }],
  ['max_diff_ratio', { max_diff_ratio: 2 }],
])('[SS-10] an invalid %s is rejected, naming the field', async (path, changes) => {
  const error = await create(changes);
  expect([error.statusCode, error.details.fields[0].path]).toEqual([400, path]);
});

test('[SS-10] [TM-1] settings and schedules of another organisation do not exist', async () => {
  const { scheduleId: id } = await create();
  const own = settingId;
  customer = await app.customer();
  expect(await create({ setting_id: own })).toMatchObject({ code: 'setting_not_found' });
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/runs'],
    ['DELETE', ''],
    ['POST', '/pause'],
    ['POST', '/resume'],
    ['POST', '/run'],
  ] as const) {
    const body = method === 'POST' ? {} : undefined;
    const answer = await customer.call(method, `/schedules/${id}${path}`, body);
    expect((await readJson(answer)).code).toBe('schedule_not_found');
  }
});

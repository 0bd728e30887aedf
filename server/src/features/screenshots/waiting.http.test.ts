import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScreenshotsApp, readJson } from '../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp((req, res) => {
    res.setHeader('content-type', 'text/html');
    if (req.url === '/missing.png') res.statusCode = 404;
    res.end(
      req.url === '/sign-in'
        ? '<form action="/signed-in"><input id="password" name="password" type="password"></form>'
        : '<body><p id="there">Text of a page</p><img src="/missing.png"><script>console.error(1)</script>',
    );
  });
});
afterAll(() => app.close());

test.each([
  [{ wait_for_selector: '#none', wait_timeout: 0.2 }, 'wait_condition_not_met'],
  [{ wait_for_signal: true, wait_timeout: 0.2 }, 'wait_condition_not_met'],
  [{ scroll_to: '#none' }, 'selector_not_found'],
  [{ fail_if_selector_present: '#there' }, 'selector_assertion_failed'],
  [{ fail_unless_text: 'none' }, 'text_assertion_failed'],
  [{ fail_on_console_error: true }, 'console_error_assertion'],
  [{ fail_on_request_failure: ['image'] }, 'request_failed_assertion'],
  [{ fail_on_status: '2xx' }, 'host_returned_error'],
])('[CO-D18] %j fails, and nothing is charged', async (options, code) => {
  const owner = await app.customer();
  const response = await owner.byKey('/screenshots', { url: app.siteUrl, wait: 25, ...options });
  expect(response.status).toBe(422);
  const error = await readJson(response);
  expect(error).toMatchObject({ code, creditsCharged: 0 });
  expect(error.message).toMatch(new RegExp(`^${Object.keys(options)[0]}: `));
  expect(await owner.balance()).toEqual({ available: 100, held: 0 });
  const { details } = error;
  const failed = await readJson(await owner.byKey(`/screenshots/${details.screenshotId}`));
  expect(failed).toMatchObject({ status: 'FAILED', code, creditsCharged: 0 });
});

test('[CO-D19] the report names the conditions that were waited for, and the visitor', async () => {
  const owner = await app.customer();
  const { screenshot } = await readJson(
    await owner.byKey('/screenshots', {
      url: app.siteUrl,
      wait: 25,
      wait_for_selector: '#there',
      wait_for_hidden: '#there',
      wait_timeout: 0.2,
      best_effort: true,
      location: 'tokyo',
      language: 'ja',
      user_agent: 'Own/1.0',
    }),
  );
  expect(screenshot.report).toMatchObject({
    waited: [
      { for: 'wait_for_selector', met: true },
      { for: 'wait_for_hidden', met: false },
    ],
    emulated: { timezone: 'Asia/Tokyo', language: 'ja', userAgent: 'Own/1.0' },
  });
  expect(screenshot.creditsCharged).toBe(1);
});

test('[CO-D18] [CO-D23] a failed step is free and named', async () => {
  const owner = await app.customer();
  const response = await owner.byKey('/screenshots', {
    url: app.siteUrl,
    wait: 25,
    steps: ['hover #there', { action: 'type', selector: '#there', text: 'hush', secret: true }],
  });
  expect(response.status).toBe(422);
  expect(await readJson(response)).toMatchObject({
    code: 'step_failed',
    message: 'steps: step 2 (type) failed: the element is no field for text.',
    details: { step: 2, action: 'type' },
    creditsCharged: 0,
  });
  expect(await owner.balance()).toEqual({ available: 100, held: 0 });
});

test('[CO-D21] [CO-D24] what a step types is in no table, no response and no report', async () => {
  const owner = await app.customer();
  const request = {
    url: `${app.siteUrl}/sign-in`,
    wait: 25,
    steps: [
      { action: 'type', selector: '#password', text: 'hush-hush', secret: true },
      { action: 'press', key: 'Enter' },
    ],
  };
  const { screenshot } = await readJson(
    await owner.byKey('/screenshots', request, { 'idempotency-key': crypto.randomUUID() }),
  );
  expect(screenshot).toMatchObject({ status: 'COMPLETE', creditsCharged: 1 });
  expect(screenshot.report.finalUrl).toBe(`${app.siteUrl}/signed-in?password=***`);
  expect(JSON.parse(screenshot.options.steps)).toMatchObject([{ text: '***' }, { key: 'Enter' }]);
  expect(JSON.stringify(screenshot)).not.toContain('hush');
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(app.db);
  expect(tables.map(({ name }) => name)).toContain('screenshots');
  for (const { name } of tables) {
    const { rows } = await sql`
      select 1 from ${sql.table(name)} as entry where entry::text like '%hush%'`.execute(app.db);
    expect([name, rows]).toEqual([name, []]);
  }
});

test.each([
  ['clik #a', 'steps: step 1 has the action "clik"; valid are click, type, clear'],
  [[{ action: 'type', text: 'hush' }], 'steps: step 1 (type) must have selector and text'],
  ['goto ftp://example.com', 'steps: must begin with http:// or https://'],
  ['goto http://10.0.0.1/', 'steps: '],
])('[CO-D20] the steps %j are rejected: %s', async (steps, message) => {
  const owner = await app.customer();
  const response = await owner.byKey('/screenshots', { url: app.siteUrl, steps });
  expect([400, 403]).toContain(response.status);
  const error = await readJson(response);
  expect(error.details.fields).toMatchObject([{ path: 'steps' }]);
  expect(error.message).toContain(message);
  expect(error.message).not.toContain('hush');
  expect(await owner.balance()).toEqual({ available: 100, held: 0 });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScreenshotsApp, readJson } from '../../../test/screenshots-app.ts';

let app: Awaited<ReturnType<typeof openScreenshotsApp>>;
beforeAll(async () => {
  app = await openScreenshotsApp((req, res) => {
    res.setHeader('content-type', 'text/html');
    if (req.url === '/missing.png') res.statusCode = 404;
    res.end(
      '<body><p id="there">Text of a page</p><img src="/missing.png"><script>console.error(1)</script>',
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
      timezone: 'Asia/Tokyo',
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

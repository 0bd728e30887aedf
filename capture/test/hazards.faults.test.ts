import { expect, test } from 'vitest';
import { specOf, useEngine } from './engine-fixture.ts';
import { rgb } from './pixels.ts';

const fixture = useEngine({
  navigationTimeoutMs: 3_000,
  stallTimeoutMs: 1_000,
  screenshotTimeoutMs: 3_000,
  stabilityTimeoutMs: 2_000,
  totalMs: 10_000,
  egress: { maxReceivedBytes: 2 * 2 ** 20, maxRequests: 1_000, maxHosts: 200 },
});
const green = rgb('#00aa44');

test.each([
  ['an alert', '/alert', '#0044aa'],
  ['alerts from a timer', '/alert-loop', '#00aa44'],
  ['alerts without end', '/alert-for-ever', '#00aa44'],
  ['motion without end', '/endless-motion', '#00aa44'],
  ['a confirmation before unload', '/before-unload', '#00aa44'],
  ['popups', '/popups', '#00aa44'],
  ['endless popups', '/popups-for-ever', '#00aa44'],
  ['printing', '/print', '#00aa44'],
  ['an endless refresh of itself', '/refresh-loop', '#00aa44'],
  ['endless reloading', '/reload-loop', '#00aa44'],
  ['broken globals', '/tampered', '#00aa44'],
  ['a file as its next URL and in a frame', '/leaves-for-file', '#00aa44'],
])('%s does not prevent the capture of a page', async (_, path, color) => {
  const rendering = await fixture.render(path);
  expect(rendering.at(1200, 700)).toEqual(rgb(color));
});

test('a page that requires authentication is captured with its status', async () => {
  const rendering = await fixture.render('/auth');
  expect(rendering.at(1200, 700)).toEqual(rgb('#aa5500'));
  expect(rendering.result.report.targetStatus).toBe(401);
});

test.each([
  ['/nocontent', 'unsupported_content_type', false],
  ['/download', 'unsupported_content_type', false],
  ['/file.pdf', 'unsupported_content_type', false],
  ['/loop', 'redirect_loop', false],
  ['/broken', 'connection_reset', true],
  ['/half', 'connection_reset', true],
  ['/hang', 'navigation_timeout', true],
  ['/busy-early', 'navigation_timeout', false],
  ['/busy-late', 'render_timeout', false],
  ['/endless', 'page_too_large', false],
  ['http://no-such-name.invalid/', 'dns_error', false],
  ['http://10.1.2.3/', 'url_not_allowed', false],
  ['http://127.0.0.1:1/', 'url_not_allowed', false],
  ['file:///etc/passwd', 'url_not_allowed', false],
  ['chrome://crash', 'url_not_allowed', false],
  ['view-source:http://127.0.0.1/', 'url_not_allowed', false],
  ['javascript:alert(1)', 'url_not_allowed', false],
  ['data:text/html,hello', 'url_not_allowed', false],
])('%s fails as %s (retry: %s) with a sentence', async (target, reason, isRetryable) => {
  const result = await fixture.capture(target);
  expect(result).toMatchObject({ ok: false, reason, isRetryable });
  expect(result.ok ? '' : result.detail).toMatch(/^[A-Z0-9].{15,}\.$/);
});

test('a page that redirects to a private address reaches nothing', async () => {
  const result = await fixture.capture('/to?url=http://192.168.1.1/');
  expect(result).toMatchObject({ ok: false, reason: 'url_not_allowed' });
  expect(result.report.blockedRequestCount).toBe(1);
});

test('a redirect to a file is rejected with an error that names the redirecting host', async () => {
  const result = await fixture.capture('/to?url=file:///etc/passwd');
  expect(result).toMatchObject({
    ok: false,
    reason: 'url_not_allowed',
    detail: `The server "127.0.0.1:${fixture.site.port}" redirects to a URL that may not be captured.`,
  });
});

test('an aborted capture ends while its page still hangs, and the browser keeps running', async () => {
  const { engine, site } = fixture;
  await fixture.render('/green');
  const pids = engine.stats().browserPids;
  const result = await engine.capture(specOf(`${site.origin}/hang`), {
    owner: 'test',
    signal: AbortSignal.timeout(200),
  });
  expect(result).toMatchObject({ ok: false, reason: 'render_timeout' });
  await expect.poll(() => engine.stats().running).toBe(0);
  expect(engine.stats().browserPids).toEqual(expect.arrayContaining([...pids]));
});

test('a browser killed during a capture is replaced, and another one captures the page', async () => {
  const { engine, site } = fixture;
  const capturing = engine.capture(specOf(`${site.origin}/green`, { delayMs: 600 }), {
    owner: 'test',
  });
  await new Promise((resolve) => setTimeout(resolve, 400));
  for (const pid of engine.stats().browserPids) process.kill(pid, 'SIGKILL');
  const result = await capturing;
  expect(result.ok).toBe(true);
  expect(engine.stats().browserRestarts).toBeGreaterThan(0);
});

test('after hostile pages, the engine still captures', async () => {
  const rendering = await fixture.render('/green');
  expect(rendering.at(10, 10)).toEqual(green);
  await expect.poll(() => fixture.engine.stats()).toMatchObject({ running: 0, waiting: 0 });
});

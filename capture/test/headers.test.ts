import { beforeAll, expect, test } from 'vitest';
import { useEngine } from './engine-fixture.ts';
import type { SeenRequest } from './fixture-site/site.ts';

const fixture = useEngine();
const headers = { authorization: 'Bearer secret', 'x-own': 'yes' };
let seen: SeenRequest[];

beforeAll(async () => {
  const other = encodeURIComponent(fixture.site.otherOrigin);
  await fixture.render(`/third-party?other=${other}`, { headers, delayMs: 300 });
  seen = fixture.site.seen;
});

const withHeaders = (requests: readonly SeenRequest[]): string[] =>
  requests
    .filter(({ headers: sent }) => sent.authorization !== undefined || sent['x-own'] !== undefined)
    .map(({ path }) => path);

test('custom headers are sent to the requested origin, for the page and its resources', () => {
  const own = withHeaders(
    seen.filter((one) => one.headers.host === `127.0.0.1:${fixture.site.port}`),
  );
  expect(own.find((path) => path.startsWith('/third-party'))).toBeDefined();
  expect(own).toContain('/color/00aa44.png?own');
  expect(own).toContain('/poll.json?own');
});

test('custom headers are sent to no other origin: resources, redirects, frames, sockets', () => {
  const foreign = seen.filter((one) => one.headers.host === `localhost:${fixture.site.port}`);
  const paths = foreign.map(({ path }) => path);
  for (const path of [
    '/color/0044aa.png?other',
    '/color/aa0044.png?redirected',
    '/green?frame',
    '/socket',
  ]) {
    expect(paths).toContain(path);
  }
  expect(withHeaders(foreign)).toEqual([]);
});

test('a redirect to another origin carries no custom header', async () => {
  const target = `${fixture.site.otherOrigin}/green?redirected-page`;
  await fixture.render(`/to?url=${encodeURIComponent(target)}`, { headers });
  const arrived = fixture.site.seen.filter(({ path }) => path === '/green?redirected-page');
  expect(arrived).toHaveLength(1);
  expect(withHeaders(arrived)).toEqual([]);
});

test('a proxy with credentials is used, and the page cannot detect it', async () => {
  const { port, otherOrigin } = fixture.site;
  const proxyUrl = `http://user:pass@127.0.0.1:${port}`;
  const rendering = await fixture.render(`${otherOrigin}/green?proxied`, { proxyUrl });
  expect(rendering.at(5, 5)).toEqual([0, 0xaa, 0x44]);
  expect(fixture.site.seen.map(({ path }) => path)).toContain(`${otherOrigin}/green?proxied`);
});

test('a proxy that rejects, is unreachable or is not public fails the capture with its own reason', async () => {
  const { port, otherOrigin } = fixture.site;
  const reasonWith = async (proxyUrl: string): Promise<string> => {
    const result = await fixture.capture(`${otherOrigin}/green`, { proxyUrl });
    return result.ok ? 'ok' : result.reason;
  };
  expect(await reasonWith(`http://user:wrong@127.0.0.1:${port}`)).toBe('proxy_connection_failed');
  expect(await reasonWith('http://no-such-proxy.invalid:8080')).toBe('proxy_connection_failed');
  expect(await reasonWith('http://10.0.0.1:8080')).toMatch(
    /url_not_allowed|proxy_connection_failed/,
  );
});

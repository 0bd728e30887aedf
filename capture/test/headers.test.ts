import { beforeAll, expect, test } from 'vitest';
import { useEngine } from './engine-fixture.ts';
import type { SeenRequest } from './fixture-site/site.ts';

const fixture = useEngine();
const headers = { authorization: 'Bearer secret', 'x-own': 'yes' };
let seen: SeenRequest[];

beforeAll(async () => {
  const other = encodeURIComponent(fixture.site.otherOrigin);
  await fixture.draw(`/third-party?other=${other}`, { headers, delayMs: 300 });
  seen = fixture.site.seen;
});

const withHeaders = (requests: readonly SeenRequest[]): string[] =>
  requests
    .filter(({ headers: sent }) => sent.authorization !== undefined || sent['x-own'] !== undefined)
    .map(({ path }) => path);

test('custom headers reach the asked origin, page and resources', () => {
  const own = withHeaders(
    seen.filter((one) => one.headers.host === `127.0.0.1:${fixture.site.port}`),
  );
  expect(own.find((path) => path.startsWith('/third-party'))).toBeDefined();
  expect(own).toContain('/color/00aa44.png?own');
  expect(own).toContain('/poll.json?own');
});

test('custom headers reach no other origin: resources, redirects, frames, sockets', () => {
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

test('a page redirected to another origin takes no custom header along', async () => {
  const target = `${fixture.site.otherOrigin}/green?redirected-page`;
  await fixture.draw(`/to?url=${encodeURIComponent(target)}`, { headers });
  const arrived = fixture.site.seen.filter(({ path }) => path === '/green?redirected-page');
  expect(arrived).toHaveLength(1);
  expect(withHeaders(arrived)).toEqual([]);
});

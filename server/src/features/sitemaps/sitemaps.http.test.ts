import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp, type TestKey } from '../../../test/app.ts';
import { readJson } from '../../../test/screenshots-app.ts';

let app: TestApp;
let key: TestKey;
let site: Server;
let siteUrl: string;
let pages: Record<string, string | Buffer | RequestListener>;
/** Paths that the site was asked for. */
let requested: string[];
beforeAll(async () => {
  site = createServer((req, res) => {
    requested.push(req.url ?? '');
    const page = pages[req.url ?? ''];
    if (typeof page === 'function') return page(req, res);
    return res.writeHead(page === undefined ? 404 : 200).end(page);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  site.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = site.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  siteUrl = `http://127.0.0.1:${address.port}`;
  app = await startTestApp({ env: { ALLOW_PRIVATE_TARGETS: new URL(siteUrl).host } });
  key = await app.apiKey();
});
afterAll(async () => {
  await app.close();
  site.closeAllConnections();
  site.close();
});
beforeEach(() => {
  pages = {};
  requested = [];
});

const read = async (body: object) => {
  const response = await key.call('POST', '/sitemaps', body);
  return { httpStatus: response.status, ...(await readJson(response)) };
};
const urlset = (...paths: string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${siteUrl}${path}</loc></url>`).join('')}</urlset>`;
const index = (...paths: string[]) =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${siteUrl}${path}</loc></sitemap>`).join('')}</sitemapindex>`;
const redirectTo =
  (path: string): RequestListener =>
  (_req, res) =>
    res.writeHead(302, { location: path }).end();
const pathsOf = ({ urls }: { urls: { url: string }[] }) =>
  urls.map(({ url }) => url.slice(siteUrl.length));

test('[RP-3] the pages of a website are listed from the sitemaps that its robots.txt names', async () => {
  pages = {
    '/robots.txt': `User-agent: *\nDisallow: /x\nSitemap: ${siteUrl}/index.xml\nsitemap: /more.txt`,
    '/index.xml': index('/one.xml', '/two.xml.gz'),
    '/one.xml': urlset('/a', '/b', '/a'),
    '/two.xml.gz': gzipSync(urlset('/c')),
    '/more.txt': `${siteUrl}/d\nhttps://elsewhere.example/`,
  };
  const found = await read({ url: siteUrl });
  expect(found).toMatchObject({
    httpStatus: 200,
    isComplete: true,
    counts: { found: 6, duplicates: 1, otherSites: 1, filtered: 0, invalid: 0 },
  });
  expect(pathsOf(found).toSorted()).toEqual(['/a', '/b', '/c', '/d']);
  expect(found['sitemaps'].map(({ url }: { url: string }) => url.slice(siteUrl.length))).toEqual([
    '/index.xml',
    '/more.txt',
    '/one.xml',
    '/two.xml.gz',
  ]);
});

test('[RP-3] without a robots.txt, /sitemap.xml is read', async () => {
  pages = { '/sitemap.xml': urlset('/a') };
  expect(pathsOf(await read({ url: `${siteUrl}/` }))).toEqual(['/a']);
  expect(requested).toEqual(['/robots.txt', '/sitemap.xml']);
});

test('[RP-3] patterns and the limit select pages, and the response says what is missing', async () => {
  pages = { '/sitemap.xml': urlset('/blog/1', '/shop/1', '/blog/2', '/blog/3') };
  const found = await read({ url: `${siteUrl}/sitemap.xml`, include: ['/blog/*'], limit: 2 });
  expect(pathsOf(found)).toEqual(['/blog/1', '/blog/2']);
  expect(found).toMatchObject({ isComplete: false, counts: { found: 4, filtered: 1 } });
});

test('[RP-3] a sitemap of an index that cannot be read is named, and the others are listed', async () => {
  pages = { '/index.xml': index('/gone.xml', '/one.xml'), '/one.xml': urlset('/a') };
  const found = await read({ url: `${siteUrl}/index.xml` });
  expect(pathsOf(found)).toEqual(['/a']);
  expect(found['sitemaps'][1]).toEqual({
    url: `${siteUrl}/gone.xml`,
    problem: `${siteUrl}/gone.xml responded with status 404.`,
  });
});

test('[RP-3] of an index that lists itself and hundreds of others, ten files are read', async () => {
  const children = Array.from({ length: 300 }, (_, n) => `/${n}.xml`);
  pages = Object.fromEntries(children.map((path) => [path, urlset(`/page${path}`)]));
  pages['/index.xml'] = index('/index.xml', ...children);
  const found = await read({ url: `${siteUrl}/index.xml` });
  expect([found['urls'].length, found['isComplete'], requested.length]).toEqual([9, false, 10]);
});

test('[RP-3] redirects are followed, at most three', async () => {
  pages = {
    '/old.xml': redirectTo('/new.xml'),
    '/new.xml': urlset('/a'),
    '/loop.xml': redirectTo('/loop.xml'),
  };
  expect(pathsOf(await read({ url: `${siteUrl}/old.xml` }))).toEqual(['/a']);
  expect(await read({ url: `${siteUrl}/loop.xml` })).toMatchObject({
    httpStatus: 422,
    code: 'sitemap_unreadable',
    message: `${siteUrl}/loop.xml redirects more than 3 times.`,
  });
});

test('[RP-3] neither the URL, nor a redirect, nor an index leads to a private address', async () => {
  const secret = createServer((_req, res) => res.end('<urlset/>'));
  let connections = 0;
  secret.on('connection', () => (connections += 1));
  const { promise, resolve } = Promise.withResolvers<void>();
  secret.listen(0, '127.0.0.1', resolve);
  await promise;
  const address = secret.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const target = `http://127.0.0.1:${port}/s.xml`;
  pages = {
    '/go.xml': redirectTo(target),
    '/index.xml': `<sitemapindex><sitemap><loc>${target}</loc></sitemap></sitemapindex>`,
  };
  const direct = await read({ url: target });
  expect([direct['httpStatus'], direct['code']]).toEqual([403, 'url_not_allowed']);
  const redirected = await read({ url: `${siteUrl}/go.xml` });
  expect([redirected['httpStatus'], redirected['message']]).toEqual([
    422,
    expect.stringContaining(`${target} is not allowed.`),
  ]);
  const listed = await read({ url: `${siteUrl}/index.xml` });
  expect(listed['sitemaps'][1].problem).toContain(`${target} is not allowed.`);
  expect(connections).toBe(0);
  secret.close();
});

test('[RP-3] a file that is no sitemap, or unpacks to too much, gets a sentence', async () => {
  pages = {
    '/page': '<!doctype html><title>Shop</title>',
    '/bomb.xml.gz': gzipSync(Buffer.alloc(60 * 1_048_576)),
    '/large.xml': Buffer.alloc(11 * 1_048_576),
  };
  const messages = [];
  for (const path of Object.keys(pages)) {
    const { httpStatus, message } = await read({ url: siteUrl + path });
    messages.push([httpStatus, message]);
  }
  expect(messages).toEqual([
    [422, `${siteUrl}/page is a web page and not a sitemap.`],
    [422, `${siteUrl}/bomb.xml.gz is too large when it is unpacked.`],
    [422, `${siteUrl}/large.xml is larger than 10 MiB.`],
  ]);
});

test.each([
  [{}, 'url'],
  [{ url: 'not a url' }, 'url'],
  [{ url: 'ftp://example.com/' }, 'url'],
  [{ url: 'https://user:pw@example.com/' }, 'url'],
  [{ url: 'https://example.com/', limit: 5_001 }, 'limit'],
  [
    { url: 'https://example.com/', include: Array.from({ length: 21 }, (_, n) => `/${n}`) },
    'include',
  ],
  [{ url: 'https://example.com/', lastmod_after: 'yesterday' }, 'lastmod_after'],
  [{ url: 'https://example.com/', depth: 2 }, 'depth'],
])('bad input is named: %j', async (body, path) => {
  const { httpStatus, details } = await read(body);
  expect([httpStatus, details.fields[0].path]).toEqual([400, path]);
});

test('[RP-3] sitemaps are read by signed-in users, and not without a key', async () => {
  pages = { '/sitemap.xml': urlset('/a') };
  const session = await app.session();
  const response = await session.call('POST', '/sitemaps', { url: siteUrl });
  expect(pathsOf(await readJson(response))).toEqual(['/a']);
  const anonymous = await app.request('/api/v1/sitemaps', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: siteUrl }),
  });
  expect(anonymous.status).toBe(401);
});

test('[RP-3] a slow website of one customer does not hold up the sitemap of another', async () => {
  const arrived = Promise.withResolvers<void>();
  const open: ServerResponse[] = [];
  pages = {
    '/slow.xml': (_req, res) => {
      open.push(res);
      arrived.resolve();
    },
    '/fast.xml': urlset('/a'),
  };
  const slow = Array.from({ length: 8 }, () => read({ url: `${siteUrl}/slow.xml` }));
  await arrived.promise;
  const other = await app.apiKey();
  const fast = await readJson(
    await other.call('POST', '/sitemaps', { url: `${siteUrl}/fast.xml` }),
  );
  expect([pathsOf(fast), open.length]).toEqual([['/a'], 1]);
  pages['/slow.xml'] = urlset('/b');
  open[0]?.end(urlset('/b'));
  expect((await Promise.all(slow)).map(pathsOf)).toEqual(slow.map(() => ['/b']));
});

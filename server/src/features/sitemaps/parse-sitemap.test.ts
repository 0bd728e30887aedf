import { expect, test } from 'vitest';
import { parseSitemap } from './parse-sitemap.ts';

const parse = (text: string, maxEntries = 100) => parseSitemap(Buffer.from(text), maxEntries);
const urlset = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${content}</urlset>`;

test('[RP-3] pages with their times are read; images of a page are not pages', async () => {
  const read = await parse(
    `\ufeff\n${urlset(`
      <url><loc> https://a.com/?x=1&amp;y=2 </loc><lastmod>2026-11-02</lastmod></url>
      <url><loc><![CDATA[https://a.com/b]]></loc><lastmod>yesterday</lastmod>
        <image:image><image:loc>https://a.com/i.png</image:loc></image:image></url>
      <url><priority>1</priority></url>`)}`,
  );
  expect(read).toEqual({
    kind: 'pages',
    isCut: false,
    entries: [
      { url: 'https://a.com/?x=1&y=2', lastModified: '2026-11-02T00:00:00.000Z' },
      { url: 'https://a.com/b', lastModified: null },
    ],
  });
});

test('[RP-3] an index lists further sitemaps, with a namespace prefix too', async () => {
  const read = await parse(
    '<s:sitemapindex xmlns:s="x"><s:sitemap><s:loc>https://a.com/1.xml</s:loc></s:sitemap></s:sitemapindex>',
  );
  expect([read.kind, read.entries.map(({ url }) => url)]).toEqual([
    'index',
    ['https://a.com/1.xml'],
  ]);
});

test('[RP-3] a text file has one URL a line', async () => {
  const read = await parse('https://a.com/1\r\n\r\n  https://a.com/2  \n');
  expect(read.entries.map(({ url }) => url)).toEqual(['https://a.com/1', 'https://a.com/2']);
});

test.each([
  ['', 'is empty'],
  ['  \n', 'is empty'],
  ['hello\nworld', 'is neither XML nor a list of URLs'],
  ['<!doctype html><html><body></body></html>', 'is a web page and not a sitemap'],
  ['<rss></rss>', 'begins with the element rss and not with urlset or sitemapindex'],
  [urlset('<url><loc>https://a.com/</url>'), 'is not valid XML at line 2, column 90'],
  [urlset('<url><loc>&secret;</loc></url>'), 'is not valid XML at line 2, column 78'],
  ['<urlset><url>', 'is not valid XML at line 1, column 13'],
])('a file that is no sitemap is rejected: %j', async (text, message) => {
  await expect(parse(text)).rejects.toThrow(message);
});

test('an entity that the file declares is not expanded', async () => {
  const bomb = `<!DOCTYPE urlset [<!ENTITY a "https://a.com/">]>${urlset('<url><loc>&a;</loc></url>')}`;
  await expect(parse(bomb)).rejects.toThrow('is not valid XML');
});

test('no more entries than asked for are read', async () => {
  const text = urlset('<url><loc>https://a.com/</loc></url>'.repeat(10_000));
  const read = await parse(text, 10);
  expect([read.entries.length, read.isCut]).toEqual([10, true]);
});

test('other work has its turn while a large file is parsed', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const parsed = await parse(urlset('<url><loc>https://a.com/</loc></url>'.repeat(50_000)), 50_000);
  clearInterval(timer);
  expect(parsed.entries).toHaveLength(50_000);
  expect(turns).toBeGreaterThan(5);
});

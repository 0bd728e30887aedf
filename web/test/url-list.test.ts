// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { readUrlList } from '../src/features/batches/new/url-list.rules.ts';

const urlsOf = (text: string) => readUrlList(text).pages.map(({ url }) => url);

test('[RP-3] URLs one a line, with commas in them, blank lines and missing schemes', () => {
  const text = 'https://a.example/x,y\n\nb.example/pricing\r\n  http://c.example:8080/?q=1  ';
  expect(urlsOf(text)).toEqual([
    'https://a.example/x,y',
    'https://b.example/pricing',
    'http://c.example:8080/?q=1',
  ]);
});

test('[RP-3] lines without a URL are named with their number', () => {
  const { pages, invalid } = readUrlList('https://a.example\nnot a url\nword\nhttps://b.example');
  expect(pages.map(({ line }) => line)).toEqual([1, 4]);
  expect(invalid).toEqual([
    { line: 2, text: 'not a url' },
    { line: 3, text: 'word' },
  ]);
});

test('[RP-3] columns of a CSV file named like options are options of their page', () => {
  const text = [
    'Name;URL;width;full_page;Owner',
    '"Start; page";https://a.example;1200;true;Ada',
    'Prices;b.example/pricing;;;Bob',
    'None;;800;;',
  ].join('\r\n');
  const list = readUrlList(text);
  expect(list.pages).toEqual([
    { line: 2, url: 'https://a.example', options: { width: '1200', full_page: 'true' } },
    { line: 3, url: 'https://b.example/pricing', options: {} },
  ]);
  expect(list.invalid).toEqual([{ line: 4, text: 'None, , 800, , ' }]);
  expect(list.optionColumns).toEqual(['width', 'full_page']);
  expect(list.unusedColumns).toEqual(['name', 'owner']);
});

test('[RP-3] of a table without a known heading, the column with URLs is read', () => {
  const text = 'Seite\tAdresse\nStart\thttps://a.example\nPreise\thttps://a.example/preise';
  expect(urlsOf(text)).toEqual(['https://a.example', 'https://a.example/preise']);
  expect(readUrlList(text).invalid).toEqual([]);
});

test('[RP-3] pages of a sitemap, without the images of the pages', () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
      <url><loc> https://a.example/?a=1&amp;b=2 </loc><image:image><image:loc>https://a.example/i.png</image:loc></image:image></url>
      <url><loc>https://a.example/b</loc></url>
    </urlset>`;
  expect(urlsOf(text)).toEqual(['https://a.example/?a=1&b=2', 'https://a.example/b']);
});

test('[RP-3] an index of sitemaps and broken XML list no pages and say why', () => {
  const index =
    '<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>';
  expect(readUrlList(index)).toMatchObject({ pages: [], problem: 'sitemap_index' });
  expect(readUrlList('<urlset><url><loc>https://a.example')).toMatchObject({
    pages: [],
    problem: 'broken_sitemap',
  });
  expect(readUrlList(' \n')).toMatchObject({ pages: [], invalid: [] });
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseEasyList } from '../src/egress/blocking/easylist.ts';
import { createHostBlocking } from '../src/egress/blocking/host-blocking.ts';
import { hostCategories } from '../src/egress/blocking/host-category.ts';
import { createHostLists } from '../src/egress/blocking/host-lists.ts';
import { readBlockLists } from '../src/egress/blocking/read-block-lists.ts';
import { connectThrough, getThrough, openSession, openSite } from './egress-fixture.ts';

const blockingOn = (pageHost: string, lists = createHostLists()) =>
  createHostBlocking(lists, { categories: [...hostCategories], pageHosts: [pageHost] });

async function directoryOf(files: Readonly<Record<string, string>>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'shotwright-lists-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  return directory;
}

describe('[CO-B9] third-party hosts', () => {
  test.each([
    ['ads', 'googleads.g.doubleclick.net'],
    ['trackers', 'www.google-analytics.com'],
    ['chats', 'widget.intercom.io'],
    ['chats', 'js.driftt.com'],
    ['socials', 'connect.facebook.net'],
  ] as const)('of the category %s are blocked for it alone, such as %s', (category, host) => {
    expect(blockingOn('news.example').categoryOf(host)).toBe(category);
    for (const other of hostCategories) {
      const wanted = { categories: [other], pageHosts: ['news.example'] };
      const found = createHostBlocking(createHostLists(), wanted).categoryOf(host);
      expect(found).toBe(other === category ? category : undefined);
    }
  });

  test.each([
    ['www.facebook.com', 'static.xx.fbcdn.net'],
    ['facebook.com', 'connect.facebook.net'],
    ['shop.tawk.to', 'tawk.to'],
    ['google.com', 'adservice.google.com'],
    ['news.example', 'cdn.cookielaw.org'],
    ['news.example', 'www.microsoft.com'],
    ['news.example', 'fonts.gstatic.com'],
    ['news.example', 'notdoubleclick.net'],
  ])('are not those of the page, of its owner, or that serve content: %s, %s', (page, host) => {
    expect(blockingOn(page).categoryOf(host)).toBeUndefined();
  });

  test('that the page is redirected to, or that the caller allows, are permitted from then on', () => {
    const blocking = blockingOn('news.example');
    blocking.addPageHost('www.facebook.com');
    blocking.allow('stats.g.doubleclick.net');
    expect(blocking.categoryOf('connect.facebook.net')).toBeUndefined();
    expect(blocking.categoryOf('stats.g.doubleclick.net')).toBeUndefined();
    expect(blocking.categoryOf('ad.doubleclick.net')).toBe('ads');
  });
});

describe('[CO-B10] lists of the operator', () => {
  const list = `[Adblock Plus 2.0]
! Title: a list
||ads.example^
||banner.example^$third-party
||paths.example/ads/
||prefix.exam
||images.example^$image
||popups.example^$popup
##.ad-box
@@||freed.ads.example^
@@||good.banner.example/lib.js$domain=site.example|~not.site.example
||good.banner.example^
`;
  const lists = createHostLists(parseEasyList(list, 'ads'));

  test('block the hosts of rules about whole hosts, and no other', () => {
    const blocking = blockingOn('news.example', lists);
    for (const host of ['ads.example', 'a.b.ads.example', 'banner.example', 'good.banner.example'])
      expect([host, blocking.categoryOf(host)]).toEqual([host, 'ads']);
    for (const host of [
      'paths.example',
      'prefix.exam',
      'images.example',
      'popups.example',
      'freed.ads.example',
    ])
      expect([host, blocking.categoryOf(host)]).toEqual([host, undefined]);
    expect(blockingOn('www.site.example', lists).categoryOf('good.banner.example')).toBeUndefined();
  });

  test('have the category that their name says', async () => {
    const directory = await directoryOf({
      'easylist.txt': '||a.example^',
      'easyprivacy.txt': '||b.example^\r\n||c.example^',
      'fanboy-social.txt': '||d.example^',
      'chats.txt': '||e.example^',
      'readme.md': 'no list',
    });
    const blocking = blockingOn('news.example', createHostLists(readBlockLists(directory)));
    const found = ['a', 'b', 'c', 'd', 'e'].map((name) => blocking.categoryOf(`${name}.example`));
    expect(found).toEqual(['ads', 'trackers', 'trackers', 'socials', 'chats']);
  });

  test('that cannot be used are named', async () => {
    const missing = join(tmpdir(), 'shotwright-no-such-lists');
    expect(() => readBlockLists(missing)).toThrow(`"${missing}" cannot be read (ENOENT)`);
    const empty = await directoryOf({ 'list.md': '||a.example^' });
    expect(() => readBlockLists(empty)).toThrow('has no file that ends in .txt');
    const page = await directoryOf({ 'ads.txt': '<!doctype html><p>Not found' });
    expect(() => readBlockLists(page)).toThrow(/ads\.txt" blocks no host: .*\|\|ads\.example\^/);
    const folder = await directoryOf({});
    await mkdir(join(folder, 'ads.txt'));
    expect(() => readBlockLists(folder)).toThrow('cannot be read (EISDIR)');
  });
});

test.each([undefined, 'http://user:pass@127.0.0.1:9'])(
  '[CO-B9] a blocked host is never resolved or connected to, and is counted; proxy: %s',
  async (upstreamProxyUrl) => {
    const site = await openSite();
    const { proxyServer, report, lookups, permit } = await openSession({
      names: { 'ad.doubleclick.net': [['127.0.0.1']] },
      open: [`ad.doubleclick.net:${site.port}`],
      options: {
        blocked: { categories: ['ads'], pageHosts: ['news.example'] },
        ...(upstreamProxyUrl === undefined ? {} : { upstreamProxyUrl }),
      },
    });
    const url = `http://ad.doubleclick.net:${site.port}/banner`;
    const { status } = await getThrough(proxyServer, url);
    expect([0, 403]).toContain(status);
    const tunnel = await connectThrough(proxyServer, 'ad.doubleclick.net:443');
    expect(tunnel.isOpen).toBe(false);
    tunnel.socket.destroy();
    expect({ ...report(), lookups, hits: site.hits }).toMatchObject({
      blockedByCategory: { ads: 2, trackers: 0, chats: 0, socials: 0 },
      blockedHosts: ['ad.doubleclick.net'],
      requestCount: 0,
      failures: [],
      lookups: [],
      hits: [],
    });
    permit('ad.doubleclick.net', 'page');
    await getThrough(proxyServer, url);
    expect(report()).toMatchObject({ blockedByCategory: { ads: 2 }, requestCount: 1 });
  },
);

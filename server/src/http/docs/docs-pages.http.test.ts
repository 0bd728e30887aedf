import { request as httpRequest } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  endpoints,
  errorBodySchema,
  errorCodes,
  flaggedVerdictKinds,
  optionDocs,
  outputFormats,
  webhookEventTypes,
  type Endpoint,
  type RuntimeConfig,
} from '@shotwright/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttpServer, type HttpServer } from '../../../test/http-server.ts';
import { testRuntimeConfig } from '../../../test/runtime-config.ts';

let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer({});
});
afterAll(() => server.close());

const siteDir = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'site');
const slugs = readdirSync(siteDir).map((name) => name.replace(/\.md$/, ''));
const pathOf = (slug: string) => (slug === 'index' ? '/docs' : `/docs/${slug}`);
const read = async (path: string): Promise<string> => {
  const response = await server.request(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};

test.each(slugs)(
  '[DX-4] the guide %s has its title, a navigation that marks it, and a twin as Markdown',
  async (slug) => {
    const html = await read(pathOf(slug));
    const [, title = ''] = /<h1>(.*?)<\/h1>/.exec(html) ?? [];
    expect(title).not.toBe('');
    expect(html).toContain(`<a href="${pathOf(slug)}" aria-current="page">${title}</a>`);
    const twin = await server.request(`/docs/${slug}.md`);
    expect(twin.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    const markdown = await twin.text();
    expect(markdown.startsWith(`# ${title}\n`)).toBe(true);
    expect(markdown).not.toMatch(/<!--|\{\{|\{#|<section|<div|^```\w+ /m);
  },
);

test.each([...slugs.map(pathOf), '/docs/errors/dns_error', '/docs/search?q=wait', '/docs/none'])(
  '[DX-4] %s needs no other host and no inline code, and its first visit transfers at most 120 KB',
  async (path) => {
    const html = await (await server.request(path)).text();
    expect(html).not.toMatch(/<script(?! src="\/docs\/(?:docs|try)\.js)|style="|<style|\son\w+="/);
    // Images below the window are loaded later; a browser story measures the visit.
    const resources = [
      ...html.matchAll(/<(?:script|link|img(?! loading="lazy"))\b[^>]*\s(?:src|href)="([^"]+)"/g),
    ]
      .map(([, url = '']) => url)
      .filter((url) => !url.startsWith('/favicon'));
    expect(resources.length).toBeGreaterThan(2);
    expect(resources.filter((url) => !url.startsWith('/docs/'))).toEqual([]);
    const sizes = await Promise.all([path, ...resources].map(transferredBytes));
    expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(120_000);
  },
);

test('[DX-4] pages link to the previous and the next one in the order of the navigation', async () => {
  const html = await read('/docs/quickstart');
  expect(html).toContain('<a rel="prev" href="/docs"><small>Previous</small> Overview</a>');
  expect(html).toContain(
    '<a rel="next" href="/docs/authentication"><small>Next</small> Authentication</a>',
  );
});

test('[DX-4] the options page lists every option with its values, default and example, and the prices of this installation', async () => {
  const creditPrices = { capture: 3, fullPage: 5, retina: 1 };
  const options = await optionsOf({ ...testRuntimeConfig, creditPrices });
  expect([...options.keys()]).toEqual(optionDocs().map(({ name }) => name));
  expect(options.get('full_page')).toContain('<strong>Value:</strong> true or false');
  expect(options.get('full_page')).toContain('<strong>Default:</strong> <code>false</code>');
  expect(options.get('full_page')).toContain('adds 5 credits');
  expect(options.get('full_page')).toContain('&quot;full_page&quot;: true }');
  expect(options.get('retina')).toContain('adds 1 credit<');
  expect(options.get('proxy_url')).toContain('of URL only');
  expect(options.get('width')).toMatch(/Not with:<\/strong> <code>emulate_device<\/code>/);
  expect(options.get('clip_x')).toMatch(/Needs:<\/strong> <code>clip_y<\/code>/);
  const free = await optionsOf({ ...testRuntimeConfig, creditPrices, billing: false });
  expect([...free.values()].join()).not.toContain('credit');
});

test('[DX-4] options whose effect can be seen have an image without and one with them, each at most 8 KB', async () => {
  const html = await read('/docs/options');
  const images = html.matchAll(
    /<span class="effect(?: tall)?" data-caption="([^"]+)"><img loading="lazy" src="([^"?]+)\?v=\w{8}" alt="([^"]+)" width="(\d+)" height="(\d+)"><\/span>/g,
  );
  const shown = [...images].map(([, caption = '', path = '', alt = '', width, height]) => ({
    caption,
    path,
    alt,
    size: { width: Number(width), height: Number(height) },
  }));
  expect(shown.length).toBe(html.split('class="effect').length - 1);
  const options = shown.filter(({ caption }) => caption.startsWith('With '));
  expect(options.length).toBeGreaterThan(40);
  expect(shown.length).toBe(options.length * 2);
  for (const { path, size } of shown) {
    const response = await server.request(path);
    const bytes = Buffer.from(await response.arrayBuffer());
    const { format, width, height } = await sharp(bytes).metadata();
    expect([path, { width, height }]).toEqual([path, size]);
    expect(response.headers.get('content-type')).toBe(`image/${format}`);
    expect([path, bytes.length <= 8_000]).toEqual([path, true]);
  }
  const files = readdirSync(join(siteDir, '..', 'images', 'options'));
  const paths = new Set(shown.map(({ path }) => path.replace('/docs/images/', '')));
  expect(files.filter((name) => !paths.has(name))).toEqual(['list.json']);
  for (const name of ['list.json', 'none.webp', '..%2Flist.json', 'constructor'])
    expect((await server.request(`/docs/images/${name}`)).status).toBe(404);
});

test('[DX-4] the sample of an option is the request of the image beside it', async () => {
  const path = join(siteDir, '..', 'images', 'options', 'list.json');
  const captured: Record<string, { request: object }> = JSON.parse(
    readFileSync(path, 'utf8'),
  ).options;
  const printed = await optionsOf(testRuntimeConfig);
  for (const [name, { request }] of Object.entries(captured)) {
    const [, sample = ''] = /<code[^>]*>(\{.*\})\s*<\/code>/s.exec(printed.get(name) ?? '') ?? [];
    const { url, ...options } = JSON.parse(
      sample.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'),
    );
    expect([name, url, options]).toEqual([name, 'https://example.com', request]);
  }
});

test.each([true, false])(
  '[VD-1] the guide explains verdicts, with billing: %s',
  async (billing) => {
    const [html = ''] = await pagesOf(['/docs/waiting'], { ...testRuntimeConfig, billing });
    const [, section = ''] = html.split('<h2 id="verdicts">');
    for (const kind of flaggedVerdictKinds) expect(section).toContain(`<code>${kind}</code>`);
    expect(section).toContain('href="/docs/errors/incomplete_page"');
    expect(section.includes('costs nothing')).toBe(billing);
  },
);

test('[PA-12] the price table is published, and without billing no page names a price', async () => {
  const creditPrices = { capture: 3, fullPage: 5, retina: 7 };
  const [html = ''] = await pagesOf(['/docs/credits'], { ...testRuntimeConfig, creditPrices });
  for (const cell of ['3', '+ 5', '+ 7']) expect(html).toContain(`<td>${cell}</td>`);
  const paths = ['/docs', '/docs/credits', '/docs/options', '/docs/errors'];
  const free = await pagesOf(paths, { ...testRuntimeConfig, billing: false });
  for (const text of free) expect(text).not.toMatch(/costs? (no|\d|a)\w* credit/);
});

test('[DX-5] the reference lists the calls with an API key, which can be tried, and, apart from them, those of the dashboard', async () => {
  const [publicPart, dashboard] = await Promise.all(
    ['/docs/reference', '/docs/dashboard-reference'].map(read),
  );
  for (const { operationId: id, auth } of Object.values<Endpoint>(endpoints)) {
    const takesKey = ['key', 'session_or_key', 'key_or_link'].includes(auth) || id === 'listPrices';
    const heading = `<h3 id="${id}">`;
    expect([id, publicPart?.includes(heading)]).toEqual([id, takesKey]);
    expect([id, publicPart?.includes(`data-operation="${id}"`)]).toEqual([id, takesKey]);
    expect([id, dashboard?.includes(heading)]).toEqual([id, !takesKey && auth !== 'staff']);
  }
  expect(publicPart).toContain('<script src="/docs/try.js');
  expect(dashboard).not.toMatch(/data-operation|try\.js/);
});

test('[DX-4] every error code has a page with its cause, what to do, and a valid sample', async () => {
  const index = await read('/docs/errors');
  for (const code of Object.keys(errorCodes)) {
    const html = await read(`/docs/errors/${code}`);
    expect(html).toContain(`<h1><code>${code}</code></h1>`);
    expect(html).toMatch(/<h2 id="what-to-do">.*<\/h2>\n<p>[^<]/);
    expect(index).toContain(`href="/docs/errors/${code}"`);
    const markdown = await read(`/docs/errors/${code}.md`);
    const [, sample = ''] = /```json\n(.*?)\n```/s.exec(markdown) ?? [];
    expect(errorBodySchema.strict().parse(JSON.parse(sample)).code).toBe(code);
  }
});

test('a page that does not exist is a page with status 404', async () => {
  for (const path of ['/docs/none', '/docs/errors/made_up', '/docs/none.md', '/docs/constructor']) {
    const response = await server.request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<h1>Page not found</h1>');
  }
});

test('[DX-4] the devices and the webhook samples are printed from their tables', async () => {
  expect(await read('/docs/devices.md')).toMatch(/\| iPhone 15 \| \d+ × \d+ \| 3 \| yes \| yes \|/);
  const webhooks = await read('/docs/webhooks.md');
  for (const type of webhookEventTypes) expect(webhooks).toContain(`"type": "${type}"`);
  for (const format of Object.keys(outputFormats))
    expect(await read('/docs/options.md')).toContain(format);
});

test('[DX-4] search finds options, error codes and guides, by parts of words and with a typing error', async () => {
  const first = async (query: string) => (await search(query))[0]?.url;
  expect(await first('full_page')).toBe('/docs/options#full_page');
  expect(await first('dns')).toBe('/docs/errors/dns_error');
  expect(await first('webhook signature')).toBe('/docs/webhooks#verify-the-signature');
  expect(await first('idempotncy')).toBe('/docs/idempotency');
  expect(await first('how do I block cookie banners')).toBe('/docs/options#block_cookie_banners');
  expect(await search('')).toEqual([]);
  expect(await search('qqqqqqqqqq')).toEqual([]);
  expect((await search('a '.repeat(1_000))).length).toBeLessThanOrEqual(20);
});

test('search works without a script, and shows the query as text only', async () => {
  const found = await read('/docs/search?q=full_page');
  expect(found).toContain('<a href="/docs/options#full_page"><strong>full_page</strong>');
  const none = await read('/docs/search?q=%22%3E%3Cqqqqqqqq%3E');
  expect(none).toContain('Nothing matches “&quot;&gt;&lt;qqqqqqqq&gt;”');
  expect(none).toContain('value="&quot;&gt;&lt;qqqqqqqq&gt;"');
  expect(none).not.toContain('<qqqqqqqq>');
});

test('[DX-6] llms.txt lists every guide with its Markdown, and llms-full.txt contains them', async () => {
  const list = await read('/llms.txt');
  const full = await read('/llms-full.txt');
  for (const slug of slugs) {
    expect(list).toContain(`(http://localhost:3000/docs/${slug}.md): `);
    expect(full).toContain((await read(`/docs/${slug}.md`)).trim());
  }
});

test('[DX-7] every link between the pages leads to a page and an anchor that exist', async () => {
  const pages = new Map<string, string>();
  const waiting = ['/docs', '/docs/search?q=wait'];
  const broken: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (pages.has(path)) continue;
    const response = await server.request(path);
    if (response.status !== 200) broken.push(`${path}: status ${response.status}`);
    pages.set(path, await response.text());
    waiting.push(...linksOf(path, pages.get(path) ?? '').map(([target]) => target));
  }
  for (const [path, html] of pages)
    for (const [target, anchor] of linksOf(path, html))
      if (anchor !== undefined && !pages.get(target)?.includes(`id="${anchor}"`))
        broken.push(`${path} links to ${target}#${anchor}`);
  expect(broken).toEqual([]);
  expect(pages.size).toBeGreaterThan(slugs.length + Object.keys(errorCodes).length);
});

/** Returns the targets of the links inside the documentation: path and anchor. */
function linksOf(path: string, html: string): [string, string | undefined][] {
  return [...html.matchAll(/<a\b[^>]*\shref="([^"]+)"/g)].flatMap(([, href = '']) => {
    const url = new URL(href.replaceAll('&amp;', '&'), `http://docs${path}`);
    const isOurs = url.host === 'docs' && /^\/(docs|api|llms)/.test(url.pathname);
    const anchor = url.hash === '' ? undefined : url.hash.slice(1);
    return isOurs ? [[url.pathname + url.search, anchor]] : [];
  });
}

async function search(query: string): Promise<{ url: string }[]> {
  const response = await server.request(`/docs/search.json?q=${encodeURIComponent(query)}`);
  const { results } = (await response.json()) as { results: { url: string }[] };
  return results;
}

/** Returns the options of the options page, by name. */
async function optionsOf(runtimeConfig: RuntimeConfig): Promise<Map<string, string>> {
  const [html = ''] = await pagesOf(['/docs/options'], runtimeConfig);
  const options = html.matchAll(/<section class="option">\s*<h3 id="(\w+)">(.*?)<\/section>/gs);
  return new Map([...options].map(([, name = '', text = '']) => [name, text]));
}

/** Returns pages of an installation with another configuration. */
async function pagesOf(paths: readonly string[], runtimeConfig: RuntimeConfig): Promise<string[]> {
  const { request, close } = await startHttpServer({}, { runtimeConfig });
  try {
    return await Promise.all(paths.map(async (path) => (await request(path)).text()));
  } finally {
    await close();
  }
}

/** Returns the size of a response as it is sent to a browser. */
function transferredBytes(path: string): Promise<number> {
  const headers = { 'accept-encoding': 'zstd, br, gzip' };
  return new Promise((resolve, reject) => {
    httpRequest(`${server.url}${path}`, { headers }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve(bytes));
    })
      .on('error', reject)
      .end();
  });
}

import { describe, expect, test } from 'vitest';
import type { ExtractName } from '../src/index.ts';
import { useEngine, type SpecPart } from './engine-fixture.ts';

const fixture = useEngine();
const policy = `<meta http-equiv="Content-Security-Policy" content="script-src 'none'; require-trusted-types-for 'script'">`;
const golden = `<!doctype html><html lang="de"><head>${policy}<title>Golden</title><base href="https://a.example/b/">
  <meta name="description" content="About"><meta property="og:type" content="article">
  <link rel="canonical" href="c"><link rel="icon" sizes="16x16" href="small.png"><link rel="icon" sizes="64x64" href="big.png">
  <link rel="alternate" type="application/rss+xml" title="News" href="feed">
  <script type="application/ld+json">{"@graph":[{"@type":"Article"}]}</script></head>
  <body><h1>Head</h1><p>Some   <b>bold</b> text, <a href="d" rel="nofollow">a link</a>, <a href="javascript:alert(1)">none</a>.</p>
  <p style="display:none">Invisible</p><ul><li>One<ul><li>Two</li></ul></li></ul>
  <table><tr><td>A</td><td>B</td></tr><tr><td>1</td><td>2</td></tr></table>
  <pre><code class="language-js">let a;</code></pre><img src="e.png" alt="Pic">
  <div id="host"><template shadowrootmode="open"><p>Shadow</p></template></div><input type="checkbox" checked aria-label="Box">
  <script>evil()</script></body></html>`;

/** Removes what differs in each archive. */
const withoutIds = (text = '') => text.replaceAll(/--[\w-]{20,}|frame-\w+|Date: .*/g, '');

async function captured(part: SpecPart) {
  const result = await fixture.capture('/', { source: { kind: 'html', html: golden }, ...part });
  if (!result.ok) throw new Error(`${result.reason}: ${result.detail}`);
  return result;
}
async function extracts(names: readonly ExtractName[], part: SpecPart = {}) {
  const result = await captured({ extracts: names, ...part });
  const texts = Object.fromEntries(
    (result.extracts ?? []).map(({ name, bytes }) => [name, bytes.toString()]),
  );
  return { result, texts };
}

describe('the extracts of a page under a strict policy', () => {
  test('[CO-A18] metadata, links and text', async () => {
    const { texts, result } = await extracts(['metadata', 'links', 'text']);
    expect(JSON.parse(texts['metadata'] ?? '')).toMatchObject({
      title: 'Golden',
      description: 'About',
      canonical: 'https://a.example/b/c',
      language: 'de',
      openGraph: { type: 'article' },
      favicon: 'https://a.example/b/big.png',
      feeds: [{ href: 'https://a.example/b/feed', title: 'News' }],
      jsonLdTypes: ['Article'],
      headings: ['Head'],
      status: null,
    });
    expect(JSON.parse(texts['links'] ?? '')[0]).toEqual({
      href: 'https://a.example/b/d',
      text: 'a link',
      rel: 'nofollow',
      isInternal: false,
    });
    expect(texts['text']).toMatch(
      /^Head\n\nSome bold text, a link, none\.\n\nOne\nTwo\nA B\n1 2\n/,
    );
    expect(texts['text']).not.toContain('Invisible');
    expect(result.report.warnings).toEqual([]);
  });

  test('[CO-A18] HTML has the type, the attributes and the shadow roots of the document', async () => {
    const { html = '' } = (await extracts(['html'])).texts;
    expect(html).toMatch(/^<!DOCTYPE html>\n<html lang="de"><head>/);
    expect(html).toContain('<template shadowrootmode="open"><p>Shadow</p></template>');
    expect(html).not.toContain('shotwright');
  });

  test('[CO-A18] Markdown has lists, tables, code, images and shadow content, absolute links and no scripts', async () => {
    const { markdown = '', article = '' } = (await extracts(['markdown', 'article'])).texts;
    for (const part of [
      '# Head',
      'Some **bold** text, [a link](https://a.example/b/d), none.',
      '| A   | B   |',
      '```js\nlet a;\n```',
      '![Pic](https://a.example/b/e.png)',
      'Shadow',
    ])
      expect(markdown).toContain(part);
    expect(markdown).toMatch(/- +One\n +- +Two/);
    expect(markdown).not.toMatch(/evil|Invisible|javascript:/);
    expect(article).toContain('**bold**');
  });

  test('[CO-A18] the article leaves out what surrounds it', async () => {
    const words =
      '<p>These are words of the main article, and there are enough of them.</p>'.repeat(20);
    const html = `<title>Story</title><nav><a href="/x">Menu entry</a></nav><article><h1>Story</h1>${words}</article><footer>Imprint</footer>`;
    const { texts } = await extracts(['article', 'markdown'], { source: { kind: 'html', html } });
    expect(texts['article']).toMatch(/^# Story\n\nThese are words/);
    expect(texts['article']).not.toMatch(/Menu entry|Imprint/);
    expect(texts['markdown']).toMatch(/Menu entry/);
  });

  test('[CO-A18] accessibility has roles, names and states as a tree and as an outline', async () => {
    const { a11y = '' } = (await extracts(['a11y'])).texts;
    const { tree, outline } = JSON.parse(a11y);
    expect(tree[0]).toMatchObject({ role: 'RootWebArea', name: 'Golden' });
    expect(tree[0].children[0]).toMatchObject({ role: 'heading', name: 'Head', level: 1 });
    expect(outline).toContain('\n  - heading "Head" [level=1]\n');
    expect(outline).toContain('- checkbox "Box" [checked=true]');
  });

  test('[CO-A18] MHTML contains the document and its images', async () => {
    const { mhtml = '' } = (
      await extracts(['mhtml'], { source: { kind: 'url', url: `${fixture.site.origin}/moving` } })
    ).texts;
    const boundary = /boundary="([^"]+)"/.exec(mhtml)?.[1] ?? '';
    const parts = mhtml.split(`--${boundary}`).slice(1, -1);
    expect(parts[0]).toContain(`Content-Location: ${fixture.site.origin}/moving`);
    expect(mhtml.trimEnd().endsWith(`--${boundary}--`)).toBe(true);
  });
});

const selectorsOf = async (html: string) => {
  const { texts } = await extracts(['selectors'], { source: { kind: 'html', html } });
  const list: { selector: string; text: string }[] = JSON.parse(texts['selectors'] ?? '');
  return list;
};

describe('[PG-38] the selectors of a page', () => {
  const block = 'style="width:200px;height:50px"';

  test('name its landmarks, sections and blocks with their boxes, in the order of the page', async () => {
    const list = await selectorsOf(
      `<style>* { margin: 0 } header, main, section, .card, footer { display: block; width: 400px; height: 60px }</style>
      <header>Shop</header><main id="content" style="height:300px"><h1>Prices</h1>
      <section data-testid="plans" style="height:100px"><h2>Plans</h2></section><div class="card promo">Promo</div></main>
      <footer aria-label="Imprint"></footer>`,
    );
    expect(list).toEqual([
      { selector: 'header', text: 'Shop', x: 0, y: 0, width: 400, height: 60 },
      { selector: '#content', text: 'Prices', x: 0, y: 60, width: 400, height: 300 },
      expect.objectContaining({ selector: '[data-testid="plans"]', text: 'Plans', height: 100 }),
      expect.objectContaining({ selector: '.card', text: 'Promo', width: 400, height: 60 }),
      expect.objectContaining({ selector: 'footer', text: 'Imprint', y: 360 }),
    ]);
  });

  test('leave out what is hidden, tiny, wrapped, repeated, or has a generated name only', async () => {
    const list = await selectorsOf(
      `<div id="app"><div id="wrapped" ${block}>Wrapped</div></div>
      <nav ${block} hidden>No</nav><nav ${block}>Yes</nav><div id="dot" style="width:5px;height:5px"></div>
      <div class="tile" ${block}>1</div><div class="tile" ${block}>2</div>
      <div id="r1a2b" ${block}>3</div><div class="css-x1 Box_root__Kx3Fp mt-4" ${block}>4</div><div id="x&quot;]" ${block}>5</div>`,
    );
    expect(list.map(({ selector }) => selector)).toEqual(['#app', '#wrapped', 'nav']);
  });

  test('are at most 30, of a page that may be huge, and its scripts cannot change them', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `<div class="b c${at}">b</div>`);
    const ids = Array.from({ length: 60 }, (_, at) => `<p id="part-${at}" ${block}>${at}</p>`);
    const evil = `<script>document.querySelectorAll = () => [document.body]; Element.prototype.checkVisibility = () => false</script>`;
    const list = await selectorsOf(`${evil}${ids.join('')}${many.join('')}`);
    expect(list).toHaveLength(30);
    expect(list[0]?.selector).toBe('#part-0');
  });
});

test.for(['html', 'markdown', 'text', 'mhtml'] as const)(
  '[CO-A19] the file type %s is the extract, beside an image and a verdict',
  async (fileType) => {
    const { document, image, report } = await captured({ fileType });
    const { texts } = await extracts([fileType]);
    expect(withoutIds(document?.bytes.toString())).toBe(withoutIds(texts[fileType]));
    expect(document?.bytes.length).toBeGreaterThan(20);
    expect(image.contentType).toBe('image/jpeg');
    expect(report.verdict?.kind).toBe('ok');
  },
);

describe('an extract', () => {
  test('[CO-A20] comes before the page is changed for a full page, and after its lazy content', async () => {
    const lazy = `<body style="height:4000px"><div style="height:50vh">Tall</div><p id="late" style="position:absolute;top:3000px"></p>
      <script>new IntersectionObserver(([one]) => {
        if (one.isIntersecting) late.textContent = 'Loaded';
      }).observe(late)</script>`;
    const source = { kind: 'html', html: lazy } as const;
    const { texts } = await extracts(['html'], { source, isFullPage: true });
    expect(texts['html']).toContain('>Loaded</p>');
    expect(texts['html']).toContain('<div style="height:50vh">Tall</div>');
  });

  test('[CO-A20] contains neither hidden nor removed elements, which are reported once', async () => {
    const cleaning = { removed: ['h1'], hidden: ['ul', '.none'] };
    const { texts, result } = await extracts(['text', 'markdown'], { cleaning, isFullPage: true });
    expect(`${texts['text']}${texts['markdown']}`).not.toMatch(/Head|One/);
    expect(result.report.warnings).toEqual([
      { option: 'hide_selectors', message: 'The selector ".none" matched nothing.' },
    ]);
  });

  test('[CO-A20] of a huge page is left out with a warning, and as the file type it fails by name', async () => {
    // Neither is laid out, so that only their number and size count.
    const html = `<body>Page<div hidden></div><script>
      document.querySelector('div').innerHTML = '<i></i>'.repeat(50_100);
      document.body.append(document.createComment('x'.repeat(6 * 2 ** 20)))</script>`;
    const source = { kind: 'html', html } as const;
    const { texts, result } = await extracts(['markdown', 'a11y', 'html', 'links'], { source });
    expect(Object.keys(texts)).toEqual(['links']);
    expect(result.report.warnings).toEqual([
      {
        option: 'extract',
        message: expect.stringMatching(
          /^markdown: The page has 501\d\d elements, .* a11y: .* html: The extract has 66\d+ bytes/,
        ),
      },
    ]);
    expect(await fixture.capture('/', { source, fileType: 'markdown' })).toMatchObject({
      ok: false,
      reason: 'extract_too_large',
    });
  });
});

/** Returns what the document says about itself in its elements. */
export function readMetaElements() {
  const page = document;
  const first = (selector: string, attribute: string): string | null =>
    page.querySelector(selector)?.getAttribute(attribute)?.trim() ?? null;
  const meta = (name: string): string | null =>
    first(`meta[name="${name}" i], meta[property="${name}" i]`, 'content');
  const properties = (prefix: string): Record<string, string> => {
    const selector = `meta[property^="${prefix}" i], meta[name^="${prefix}" i]`;
    const pairs = [...page.querySelectorAll(selector)].map((one) => [
      (one.getAttribute('property') ?? one.getAttribute('name') ?? '').slice(prefix.length),
      one.getAttribute('content') ?? '',
    ]);
    return Object.fromEntries(pairs);
  };
  return {
    title: document.title,
    description: meta('description') ?? meta('og:description'),
    language: document.documentElement.lang || null,
    author: meta('author') ?? meta('article:author'),
    published: meta('article:published_time') ?? first('time[datetime]', 'datetime'),
    openGraph: properties('og:'),
    twitter: properties('twitter:'),
    themeColor: meta('theme-color'),
    headings: [...document.querySelectorAll('h1')].map((heading) =>
      (heading.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
    ),
    wordCount: (document.body?.innerText ?? '').split(/\s+/).filter(Boolean).length,
  };
}

/** Returns the resources that the document names, with absolute URLs, and its kinds of linked data. */
export function readLinkedResources() {
  const page = document;
  const links = (selector: string) => [...page.querySelectorAll<HTMLLinkElement>(selector)];
  const [icon] = links('link[rel~="icon" i]')
    .map(({ href, sizes }) => ({
      href,
      widthPx: Math.max(0, ...[...sizes].map((size) => Number.parseInt(size, 10) || 0)),
    }))
    .toSorted((one, other) => other.widthPx - one.widthPx);
  const typesOf = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(typesOf);
    if (typeof value !== 'object' || value === null) return [];
    const own = '@type' in value ? value['@type'] : undefined;
    const inner = '@graph' in value ? typesOf(value['@graph']) : [];
    return [...(Array.isArray(own) ? own : [own]), ...inner].filter(
      (one) => typeof one === 'string',
    );
  };
  const jsonLd = [...document.querySelectorAll('script[type="application/ld+json" i]')].flatMap(
    ({ textContent }) => {
      try {
        return typesOf(JSON.parse(textContent ?? ''));
      } catch {
        return [];
      }
    },
  );
  const defaultIcon = URL.canParse('/favicon.ico', document.baseURI)
    ? new URL('/favicon.ico', document.baseURI).href
    : null;
  return {
    canonical: links('link[rel~="canonical" i]')[0]?.href ?? null,
    favicon: icon?.href ?? defaultIcon,
    feeds: links('link[type="application/rss+xml" i], link[type="application/atom+xml" i]').map(
      ({ href, title }) => ({ href, title }),
    ),
    jsonLdTypes: [...new Set(jsonLd)],
  };
}

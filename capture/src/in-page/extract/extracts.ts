/** Result of an extract: its text, or the reason why there is none. */
export type ExtractedText =
  | { readonly text: string }
  | { readonly tooLargeBytes: number }
  | { readonly tooManyElements: number };

/** Returns the HTML of the document with its type and its open shadow roots. */
export function extractHtml(maxBytes: number): ExtractedText {
  const shadowRoots: ShadowRoot[] = [];
  const collect = (root: Document | ShadowRoot): void => {
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      if (shadowRoot === null) continue;
      shadowRoots.push(shadowRoot);
      collect(shadowRoot);
    }
  };
  collect(document);
  const { documentElement: root, doctype } = document;
  const type = doctype === null ? '' : `${new XMLSerializer().serializeToString(doctype)}\n`;
  const tag = root.cloneNode(false);
  const [start = '<html>'] = tag instanceof Element ? tag.outerHTML.split('</html') : [];
  const content = root.getHTML({ serializableShadowRoots: true, shadowRoots });
  const text = `${type}${start}${content}</html>\n`;
  const tooLargeBytes = new Blob([text]).size;
  return tooLargeBytes > maxBytes ? { tooLargeBytes } : { text };
}

/** Returns the visible text of the document; runs of spaces and empty lines are one. */
export function extractText(maxBytes: number): ExtractedText {
  const text = (document.body?.innerText ?? '')
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const tooLargeBytes = new Blob([text]).size;
  return tooLargeBytes > maxBytes ? { tooLargeBytes } : { text: `${text}\n` };
}

/** Returns the links of the document as JSON: URL, text, relation and whether the host is the same. */
export function extractLinks(maxBytes: number): ExtractedText {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href], area[href]')].map(
    (link) => ({
      href: link.href,
      text: (link.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 500),
      rel: link.rel,
      isInternal: link.host === location.host,
    }),
  );
  const text = JSON.stringify(links, null, 2);
  const tooLargeBytes = new Blob([text]).size;
  return tooLargeBytes > maxBytes ? { tooLargeBytes } : { text };
}

import type { ExtractedText } from './extracts.ts';

type MarkdownGlobals = typeof globalThis & {
  shotwrightMarkdown?: {
    readonly Readability: new (
      page: Document,
      options: { readonly serializer: (content: Node) => Node },
    ) => { parse(): { readonly title?: string | null; readonly content: Node } | null };
    readonly TurndownService: new (options: Readonly<Record<string, string>>) => {
      use(plugin: unknown): void;
      turndown(node: Node): string;
    };
    readonly gfm: unknown;
  };
  /** Copy of the visible content. */
  shotwrightCopy?: Document;
};

/**
 * Copies the visible content into a document without scripts and network: open shadow roots are part
 * of it, and its URLs are absolute. Returns false for a page with more than `maxElements`.
 */
export function copyVisibleContent(maxElements: number): boolean {
  if (document.getElementsByTagName('*').length > maxElements) return false;
  const skipped =
    'script, style, noscript, template, iframe, object, embed, canvas, svg, link, meta';
  const copy = document.implementation.createHTMLDocument(document.title);
  const schemes = /^(?:https?|mailto|tel):/i;
  const safeUrlOf = (element: Element): string | undefined => {
    const isLink = element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement;
    const link = isLink ? element.href : '';
    const url = element instanceof HTMLImageElement ? element.currentSrc || element.src : link;
    return schemes.test(url) ? url : undefined;
  };
  const copyChildren = (from: Node, to: Element): void => {
    for (const child of from.childNodes) copyNode(child, to);
  };
  const copyElement = (element: Element, to: Element): void => {
    const made = copy.importNode(element, false);
    if (element.matches('a[href], area[href], img')) {
      const name = element instanceof HTMLImageElement ? 'src' : 'href';
      const url = safeUrlOf(element);
      if (url === undefined && name === 'src') return;
      made.removeAttribute('srcset');
      made.removeAttribute(name);
      if (url !== undefined) made.setAttribute(name, url);
    }
    to.append(made);
    copyChildren(element.shadowRoot ?? element, made);
  };
  const copyNode = (node: Node, to: Element): void => {
    if (node instanceof Text) to.append(copy.createTextNode(node.data));
    if (!(node instanceof Element) || node.matches(skipped)) return;
    if (node instanceof HTMLSlotElement) {
      const assigned = node.assignedNodes();
      for (const one of assigned.length > 0 ? assigned : node.childNodes) copyNode(one, to);
      return;
    }
    const isShown = node.checkVisibility() || getComputedStyle(node).display === 'contents';
    if (isShown) copyElement(node, to);
  };
  copyChildren(document.body ?? document.documentElement, copy.body);
  (globalThis as MarkdownGlobals).shotwrightCopy = copy;
  return true;
}

/** Returns the copied content, or its main article, as Markdown; undefined without the copy. */
export function extractMarkdown(maxBytes: number, isArticle: boolean): ExtractedText | undefined {
  const { shotwrightMarkdown: libraries, shotwrightCopy: copy } = globalThis as MarkdownGlobals;
  if (libraries === undefined || copy === undefined) return undefined;
  const turndown = new libraries.TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    hr: '---',
  });
  turndown.use(libraries.gfm);
  const parseArticle = () => {
    const page = document.implementation.createHTMLDocument(document.title);
    page.body.append(...copy.body.cloneNode(true).childNodes);
    const whole = page.body.cloneNode(true);
    // The library restores the page by its HTML, which a policy of trusted types forbids.
    Object.defineProperty(page.body, 'innerHTML', {
      get: () => '',
      set() {
        page.body.replaceChildren(...whole.cloneNode(true).childNodes);
      },
    });
    return new libraries.Readability(page, { serializer: (content) => content }).parse();
  };
  const article = isArticle ? parseArticle() : null;
  const title = article?.title?.trim() ?? '';
  const content = turndown.turndown(article?.content ?? copy.body).trim();
  const text = `${title === '' || content.startsWith('# ') ? '' : `# ${title}\n\n`}${content}\n`;
  const tooLargeBytes = new Blob([text]).size;
  return tooLargeBytes > maxBytes ? { tooLargeBytes } : { text };
}

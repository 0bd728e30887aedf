/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/**
 * Runs inside the preview frame: draws each text that the page around it posts, as a document of its own. What could not
 * work there (scripts, embedded pages, refreshes) is taken out, so that the console stays quiet; that nothing of it can do
 * harm is the work of the frame's content policy. Stands alone, as its source text is what is sent.
 */
export function showPostedHtml(): void {
  const useless =
    'script, meta[http-equiv], meta[name="referrer" i], link:not([rel~="stylesheet" i])';
  const embedding = 'iframe, frame, object, embed';

  // Methods are called by their prototypes: an element named like a method hides it in its form and its document.
  function clean(elements: Iterable<Element>): void {
    for (const element of elements) {
      if (Element.prototype.matches.call(element, useless)) {
        Element.prototype.remove.call(element);
        continue;
      }
      const isEmbedding = Element.prototype.matches.call(element, embedding);
      for (const name of Element.prototype.getAttributeNames.call(element))
        if (name === 'autofocus' || (isEmbedding && /^(src|srcdoc|data)$/i.test(name)))
          Element.prototype.removeAttribute.call(element, name);
      if (element instanceof HTMLTemplateElement)
        clean(DocumentFragment.prototype.querySelectorAll.call(element.content, '*'));
    }
  }

  function prepare(html: string): string {
    // Before it is parsed, as the policy complains of handlers even where nothing is shown yet.
    const quiet = html.replaceAll(/<[a-z][^<>]*/gi, (tag) =>
      tag.replaceAll(/(?<=[\s/"'])on(?=[a-z]+\s*=)/gi, 'data-on'),
    );
    const page = new DOMParser().parseFromString(quiet, 'text/html');
    const find = (selector: string) => Document.prototype.querySelector.call(page, selector);
    clean(Document.prototype.querySelectorAll.call(page, '*'));
    // Addresses without a host lead nowhere in a capture; here they would lead to us.
    if (!find('base[href]')) {
      const base = document.createElement('base');
      base.href = 'about:blank';
      find('head')?.prepend(base);
    }
    // Something to look at: no link is followed, nothing takes the keyboard from the editor; but keys may scroll it.
    find('body, frameset')?.setAttribute('inert', '');
    find('html')?.setAttribute('tabindex', '0');
    const doctype: DocumentType | null = Reflect.get(Document.prototype, 'doctype', page);
    const start = doctype ? new XMLSerializer().serializeToString(doctype) : '';
    return start + (find('html')?.outerHTML ?? '');
  }

  function receive({ source, data }: MessageEvent<unknown>): void {
    if (source !== window.parent || typeof data !== 'string') return;
    const text = prepare(data);
    const { scrollX, scrollY } = window;
    Reflect.apply(Document.prototype.open, document, []);
    // Opening a document forgets who listened to it.
    window.addEventListener('message', receive);
    Document.prototype.write.call(document, text);
    Document.prototype.close.call(document);
    window.scrollTo(scrollX, scrollY);
  }

  window.addEventListener('message', receive);
}

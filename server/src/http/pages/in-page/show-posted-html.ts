/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/**
 * Runs inside the preview frame and renders each text that the embedding page posts as a separate
 * document. Removes elements that cannot work there (scripts, embedded pages, refreshes), which
 * avoids console errors; protection from harm is the task of the frame's content security policy.
 * Self-contained, because its source text is sent to the browser.
 */
export function showPostedHtml(): void {
  const useless =
    'script, meta[http-equiv], meta[name="referrer" i], link:not([rel~="stylesheet" i])';
  const embedding = 'iframe, frame, object, embed';

  // Calls methods through their prototypes, because an element named like a method shadows it in
  // its form and its document.
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
    // Runs before parsing, because the policy reports event handlers even in a document that is not
    // shown.
    const quiet = html.replaceAll(/<[a-z][^<>]*/gi, (tag) =>
      tag.replaceAll(/(?<=[\s/"'])on(?=[a-z]+\s*=)/gi, 'data-on'),
    );
    const page = new DOMParser().parseFromString(quiet, 'text/html');
    const find = (selector: string) => Document.prototype.querySelector.call(page, selector);
    clean(Document.prototype.querySelectorAll.call(page, '*'));
    // URLs without a host resolve to nothing in a capture; here they would resolve to this server.
    if (!find('base[href]')) {
      const base = document.createElement('base');
      base.href = 'about:blank';
      find('head')?.prepend(base);
    }
    // For viewing only: links are inert and nothing takes the keyboard focus from the editor, but
    // keys can scroll.
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
    // Opening a document removes its event listeners.
    window.addEventListener('message', receive);
    Document.prototype.write.call(document, text);
    Document.prototype.close.call(document);
    window.scrollTo(scrollX, scrollY);
  }

  window.addEventListener('message', receive);
}

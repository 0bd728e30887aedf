/** What keeps a document from being drawn or loaded. */
export interface Loading {
  /** Addresses of scripts and styles it waits for. */
  readonly blockers: string[];
  /** The rest of the document itself is still to come. */
  readonly isDocumentUnfinished: boolean;
}

/** Lists what has been asked for and has not ended: the browser keeps an entry for every resource that has. */
export function lookAtLoading(): Loading {
  const ended = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
  const isPending = (url: string): boolean => /^https?:/.test(url) && !ended.has(url);
  const scripts = [...document.scripts].map(({ src }) => src);
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel~="stylesheet" i][href]')]
    .filter(({ disabled }) => !disabled)
    .map(({ href }) => href);
  const imports: string[] = [];
  const collectImports = ({ cssRules, href }: CSSStyleSheet): void => {
    for (const rule of cssRules) {
      if (!(rule instanceof CSSImportRule)) break;
      imports.push(new URL(rule.href, href ?? document.baseURI).href);
      if (rule.styleSheet !== null) collectImports(rule.styleSheet);
    }
  };
  for (const sheet of document.styleSheets) {
    try {
      collectImports(sheet);
    } catch {
      // The rules of another origin's sheet are not to be read.
    }
  }
  const blockers = [...new Set([...scripts, ...links, ...imports])].filter(isPending);
  return {
    blockers,
    isDocumentUnfinished: document.readyState === 'loading' && blockers.length === 0,
  };
}

/** Lets the browser keep entries of more resources than the 250 it keeps by itself. */
export function keepMoreEntries(): void {
  performance.setResourceTimingBufferSize(5_000);
}

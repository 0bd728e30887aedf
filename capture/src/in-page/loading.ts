/** Resources that block a document from rendering or loading. */
export interface Loading {
  /** URLs of scripts and style sheets that it waits for. */
  readonly blockers: string[];
  /** True if the rest of the document itself has not arrived. */
  readonly isDocumentUnfinished: boolean;
}

/**
 * Lists resources that were requested but have no entry yet: the browser creates an entry when a
 * resource ends.
 */
export function probeLoading(): Loading {
  const ended = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
  const isPending = (url: string): boolean => /^https?:/.test(url) && !ended.has(url);
  // Nothing waits for a script that is asynchronous, as those are that other scripts insert.
  const scripts = [...document.scripts].filter(({ async }) => !async).map(({ src }) => src);
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
      // The rules of a cross-origin style sheet are not readable.
    }
  }
  const blockers = [...new Set([...scripts, ...links, ...imports])].filter(isPending);
  return {
    blockers,
    isDocumentUnfinished: document.readyState === 'loading' && blockers.length === 0,
  };
}

/** Returns the URLs of the resources that have loaded or failed. */
export function probeEnded(): string[] {
  return performance.getEntriesByType('resource').map(({ name }) => name);
}

/** Increases the browser's buffer of resource entries, which is 250 by default. */
export function growResourceTimingBuffer(): void {
  performance.setResourceTimingBufferSize(5_000);
}

/** What a document still waits for. */
export interface Readiness {
  /** Or frames, which may have some. */
  readonly hasScripts: boolean;
  readonly isWaiting: boolean;
  /** Time since the document last changed; ms. */
  readonly unchangedMs: number;
  /** HTTP status it came with; 0 when that is not known. */
  readonly status: number;
  /** Resources of it that have come or failed. */
  readonly resourceCount: number;
}

/** Looks at fonts, images and changes of the document; starts watching changes at the first call. */
export function lookAtReadiness(images: 'visible' | 'all'): Readiness {
  const own = globalThis as typeof globalThis & { shotwrightChangedMs?: number };
  if (own.shotwrightChangedMs === undefined) {
    own.shotwrightChangedMs = 0;
    const observer = new MutationObserver(() => {
      own.shotwrightChangedMs = performance.now();
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  }
  const isWaiting =
    document.fonts.status === 'loading' ||
    [...document.images].some((image) => {
      if (image.complete) return false;
      const { top, bottom, left, right } = image.getBoundingClientRect();
      const isVisible = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      return images === 'all' || isVisible;
    });
  const [visit] = performance.getEntriesByType('navigation');
  return {
    hasScripts: document.scripts.length > 0 || globalThis.frames.length > 0,
    isWaiting,
    unchangedMs: performance.now() - own.shotwrightChangedMs,
    status: visit instanceof PerformanceNavigationTiming ? visit.responseStatus : 0,
    resourceCount: performance.getEntriesByType('resource').length,
  };
}

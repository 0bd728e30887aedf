/** Resources and changes that a document still waits for. */
export interface Readiness {
  /** True if the document has scripts, or frames, which may have some. */
  readonly hasScripts: boolean;
  readonly isWaiting: boolean;
  /** Time since the document last changed. Unit: ms. */
  readonly unchangedMs: number;
  /** HTTP status of the document; 0 if unknown. */
  readonly status: number;
  /** Number of its resources that have loaded or failed. */
  readonly resourceCount: number;
}

/** Checks fonts, images and changes of the document. The first call starts observing changes. */
export function probeReadiness(images: 'visible' | 'all'): Readiness {
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
  const [navigation] = performance.getEntriesByType('navigation');
  return {
    hasScripts: document.scripts.length > 0 || globalThis.frames.length > 0,
    isWaiting,
    unchangedMs: performance.now() - own.shotwrightChangedMs,
    status: navigation instanceof PerformanceNavigationTiming ? navigation.responseStatus : 0,
    resourceCount: performance.getEntriesByType('resource').length,
  };
}

/** State of a document that the engine waits for. */
export interface Readiness {
  /** True while an image of at least 64 px² is loading. */
  readonly areImagesLoading: boolean;
  readonly areFontsLoading: boolean;
  /** Longest rest of a finite animation that runs. Unit: ms. */
  readonly animationMs: number;
  /** Number of batches of changes since the first call. */
  readonly changeCount: number;
  /** Share of the viewport that loaders cover: skeletons, spinners and progress bars; 0 to 1. */
  readonly loaderShare: number;
  /** HTTP status of the document; 0 if unknown. */
  readonly status: number;
  /** Number of its resources that have loaded or failed. */
  readonly resourceCount: number;
}

/**
 * Checks fonts, images, finite animations, loaders and changes of the document. The first call starts
 * observing changes.
 */
export function probeReadiness(images: 'visible' | 'all'): Readiness {
  const own = globalThis as typeof globalThis & { shotwrightChanges?: number };
  if (own.shotwrightChanges === undefined) {
    own.shotwrightChanges = 0;
    const observer = new MutationObserver((records) => {
      const isChange = ({ type, target, attributeName, oldValue }: MutationRecord): boolean =>
        type !== 'attributes' ||
        !(target instanceof Element) ||
        target.getAttribute(attributeName ?? '') !== oldValue;
      if (records.some(isChange)) own.shotwrightChanges = (own.shotwrightChanges ?? 0) + 1;
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeOldValue: true,
    });
  }
  const isInView = ({ top, bottom, left, right }: DOMRect): boolean =>
    bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
  const areImagesLoading = [...document.images].some((image) => {
    if (image.complete) return false;
    const box = image.getBoundingClientRect();
    return images === 'all' || (box.width * box.height >= 64 && isInView(box));
  });

  const roots: DocumentOrShadowRoot[] = [document];
  for (const element of [...document.querySelectorAll('*')].slice(0, 20_000)) {
    if (element.shadowRoot !== null) roots.push(element.shadowRoot);
  }
  const restOf = ({
    effect,
    playState,
    timeline,
    currentTime,
    playbackRate,
  }: Animation): number => {
    if (playState !== 'running' || !(timeline instanceof DocumentTimeline)) return 0;
    const endMs = Number(effect?.getComputedTiming().endTime ?? 0);
    const atMs = Number(currentTime ?? 0);
    const rest = playbackRate < 0 ? atMs : endMs - atMs;
    return Number.isFinite(rest) ? rest / (Math.abs(playbackRate) || 1) : 0;
  };
  let animationMs = 0;
  for (const root of roots) {
    for (const animation of root.getAnimations()) {
      animationMs = Math.max(animationMs, restOf(animation));
    }
  }
  const timed = 'svg animate, svg animateTransform, svg animateMotion, svg set';
  for (const element of document.querySelectorAll<SVGAnimationElement>(timed)) {
    const repeats = element.getAttribute('repeatCount');
    const lasts = element.getAttribute('repeatDur');
    if (repeats === 'indefinite' || lasts === 'indefinite') continue;
    try {
      const startS = element.getStartTime();
      const lengthS = element.getSimpleDuration() * (Number(repeats) || 1);
      const nowS = element.ownerSVGElement?.getCurrentTime() ?? 0;
      animationMs = Math.max(animationMs, (startS + lengthS - nowS) * 1_000);
    } catch {
      // The animation has no start yet, or no end.
    }
  }

  const loaders = [
    '[aria-busy="true" i]',
    '[role="progressbar"]:not([aria-valuenow])',
    '[class*="skeleton" i]',
    '[class*="shimmer" i]',
    '[class*="spinner" i]',
    '[class*="preloader" i]',
  ].join();
  let coveredPx = 0;
  for (const loader of [...document.querySelectorAll(loaders)].slice(0, 500)) {
    if (loader.parentElement?.closest(loaders)) continue;
    const box = loader.getBoundingClientRect();
    const isSeen = loader.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isSeen || !isInView(box)) continue;
    const widthPx = Math.min(box.right, innerWidth) - Math.max(box.left, 0);
    const heightPx = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
    coveredPx += widthPx * heightPx;
  }
  const [navigation] = performance.getEntriesByType('navigation');
  return {
    areImagesLoading,
    areFontsLoading: document.fonts.status === 'loading',
    animationMs: Number.isFinite(animationMs) ? animationMs : 0,
    changeCount: own.shotwrightChanges,
    loaderShare: Math.min(1, coveredPx / (innerWidth * innerHeight)),
    status: navigation instanceof PerformanceNavigationTiming ? navigation.responseStatus : 0,
    resourceCount: performance.getEntriesByType('resource').length,
  };
}

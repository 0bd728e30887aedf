/** State of a document that the engine waits for. */
export interface Readiness {
  /** True while an image of at least 64 px² is loading. */
  readonly areImagesLoading: boolean;
  readonly areFontsLoading: boolean;
  /** Number of batches of changes since the first call. */
  readonly changeCount: number;
  /** HTTP status of the document; 0 if unknown. */
  readonly status: number;
  /** Number of its resources that have loaded or failed. */
  readonly resourceCount: number;
}

/** Checks fonts, images and changes of the document. The first call starts observing changes. */
export function probeReadiness(images: 'visible' | 'all'): Readiness {
  const own = globalThis as typeof globalThis & { shotwrightChanges?: number };
  if (own.shotwrightChanges === undefined) {
    own.shotwrightChanges = 0;
    const observer = new MutationObserver((records) => {
      // Libraries write the same value again in every frame.
      const isChange = records.some(
        ({ type, target, attributeName, oldValue }) =>
          type !== 'attributes' ||
          !(target instanceof Element) ||
          target.getAttribute(attributeName ?? '') !== oldValue,
      );
      if (isChange) own.shotwrightChanges = (own.shotwrightChanges ?? 0) + 1;
    });
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeOldValue: true,
    });
  }
  const areImagesLoading = [...document.images].some((image) => {
    if (image.complete) return false;
    const { top, bottom, left, right, width, height } = image.getBoundingClientRect();
    const isVisible = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    return images === 'all' || (isVisible && width * height >= 64);
  });
  const [navigation] = performance.getEntriesByType('navigation');
  return {
    areImagesLoading,
    areFontsLoading: document.fonts.status === 'loading',
    changeCount: own.shotwrightChanges,
    status: navigation instanceof PerformanceNavigationTiming ? navigation.responseStatus : 0,
    resourceCount: performance.getEntriesByType('resource').length,
  };
}

/**
 * Returns the longest rest of the finite animations that run, in shadow roots as well: of style
 * sheets, of scripts and of SVG. Unit: ms.
 */
export function probeAnimations(): number {
  const roots: DocumentOrShadowRoot[] = [document];
  for (const element of [...document.querySelectorAll('*')].slice(0, 20_000)) {
    if (element.shadowRoot !== null) roots.push(element.shadowRoot);
  }
  const rests = [0];
  for (const animation of roots.flatMap((root) => root.getAnimations())) {
    const { effect, playState, timeline, currentTime, playbackRate } = animation;
    if (playState !== 'running' || !(timeline instanceof DocumentTimeline)) continue;
    const endMs = Number(effect?.getComputedTiming().endTime ?? 0);
    const atMs = Number(currentTime ?? 0);
    rests.push((playbackRate < 0 ? atMs : endMs - atMs) / (Math.abs(playbackRate) || 1));
  }
  const timed = 'svg animate, svg animateTransform, svg animateMotion, svg set';
  for (const element of document.querySelectorAll<SVGAnimationElement>(timed)) {
    const repeats = element.getAttribute('repeatCount');
    if (repeats === 'indefinite' || element.getAttribute('repeatDur') === 'indefinite') continue;
    try {
      const lengthS = element.getSimpleDuration() * (Number(repeats) || 1);
      const nowS = element.ownerSVGElement?.getCurrentTime() ?? 0;
      rests.push((element.getStartTime() + lengthS - nowS) * 1_000);
    } catch {
      // The animation has no start yet, or no end.
    }
  }
  return Math.max(...rests.filter(Number.isFinite));
}

/**
 * Returns the share of the viewport that visible loaders cover: skeletons, spinners, indeterminate
 * progress bars and busy regions; 0 to 1.
 */
export function probeLoaders(): number {
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
    const isNested = (loader.parentElement?.closest(loaders) ?? null) !== null;
    const isSeen = loader.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (isNested || !isSeen) continue;
    const { top, bottom, left, right } = loader.getBoundingClientRect();
    const widthPx = Math.min(right, innerWidth) - Math.max(left, 0);
    const heightPx = Math.min(bottom, innerHeight) - Math.max(top, 0);
    coveredPx += Math.max(0, widthPx) * Math.max(0, heightPx);
  }
  return Math.min(1, coveredPx / (innerWidth * innerHeight));
}

/**
 * Returns true if nothing of the page is shown: its root or body is hidden, or a splash screen or a
 * placeholder covers the viewport.
 */
export function isPageHidden(): boolean {
  const { documentElement: root, body } = document;
  const leastOpacity = 0.1;
  const coveredShare = 0.9;
  const names = /load(?:er|ing)|splash|spinner|curtain/i;
  const isHidden = (element: Element): boolean => {
    const { opacity, visibility, display } = getComputedStyle(element);
    return Number(opacity) < leastOpacity || visibility !== 'visible' || display === 'none';
  };
  if (body === null || isHidden(root) || isHidden(body)) return body !== null;
  let node = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  for (; node !== null && node !== body; node = node.parentElement) {
    const { width, height } = node.getBoundingClientRect();
    const isCover = width >= innerWidth * coveredShare && height >= innerHeight * coveredShare;
    const isInFlow = /static|relative/.test(getComputedStyle(node).position);
    if (isCover && !isInFlow && names.test(`${node.id} ${node.getAttribute('class')}`)) return true;
  }
  return false;
}

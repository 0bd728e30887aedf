import type { LayoutGlobals } from './layout.ts';

/** State of a document that the engine waits for. */
export interface Readiness {
  /** True while an image of at least 64 px², or the first frame of a video, is loading. */
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
  const own = globalThis as typeof globalThis & {
    shotwrightChanges?: number;
    /** Times at which videos were first seen loading. */
    shotwrightVideos?: WeakMap<Element, number>;
  };
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
    // An image without a declared size has none before it has loaded. Measuring pixels declare theirs.
    const hasNoSize =
      width * height === 0 && !image.hasAttribute('width') && !image.hasAttribute('height');
    const isLarge = width * height >= 64 || (hasNoSize && image.checkVisibility());
    const isInView =
      isVisible || (hasNoSize && bottom >= 0 && top < innerHeight && left < innerWidth);
    return images === 'all' || (isInView && isLarge);
  });
  const videos = (own.shotwrightVideos ??= new WeakMap());
  const maxVideoMs = 4_000;
  const isVideoLoading = [...document.querySelectorAll('video')].some((video) => {
    const { top, bottom, width, height } = video.getBoundingClientRect();
    const isVisible = bottom > 0 && top < innerHeight && width * height >= 64;
    const isDeferred = video.getAttribute('loading') === 'lazy' || video.preload === 'none';
    // The whole file can have arrived before its first frame is decoded.
    const isDecoding =
      video.networkState === HTMLMediaElement.NETWORK_IDLE &&
      (video.autoplay || !video.paused || !isDeferred);
    const isLoading = video.networkState === HTMLMediaElement.NETWORK_LOADING || isDecoding;
    if (!isLoading || video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return false;
    if (images === 'visible' && !isVisible) return false;
    const sinceMs = videos.get(video) ?? performance.now();
    videos.set(video, sinceMs);
    return performance.now() - sinceMs < maxVideoMs;
  });
  const [navigation] = performance.getEntriesByType('navigation');
  return {
    areImagesLoading: areImagesLoading || isVideoLoading,
    areFontsLoading: document.fonts.status === 'loading',
    changeCount: own.shotwrightChanges,
    status: navigation instanceof PerformanceNavigationTiming ? navigation.responseStatus : 0,
    resourceCount: performance.getEntriesByType('resource').length,
  };
}

/**
 * Returns the longest rest of the finite animations that run, in shadow roots and frames as well: of
 * style sheets, of scripts and of SVG. Unit: ms.
 */
export function probeAnimations(): number {
  const closedRoots = (globalThis as LayoutGlobals).shotwrightClosedRoots;
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const element of [...root.querySelectorAll('*')].slice(0, 20_000)) {
      const shadowRoot = element.shadowRoot ?? closedRoots?.get(element);
      if (shadowRoot !== undefined) roots.push(shadowRoot);
      // Null for a frame of another origin.
      const inFrame = element instanceof HTMLIFrameElement ? element.contentDocument : null;
      if (inFrame !== null && element.checkVisibility()) roots.push(inFrame);
    }
  }
  const rests = [0];
  for (const animation of roots.flatMap((root) => root.getAnimations())) {
    const { effect, playState, timeline, currentTime, playbackRate } = animation;
    // A frame has classes of its own.
    const isOfTime = typeof timeline?.currentTime === 'number';
    if (playState !== 'running' || !isOfTime) continue;
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
 * Returns true if nothing of the page is shown: its root or body is hidden, a splash screen covers the
 * viewport, the viewport contains nothing but loaders, or the page only says that another one follows.
 */
export function isPageHidden(): boolean {
  const { documentElement: root, body } = document;
  const leastOpacity = 0.1;
  const coveredShare = 0.9;
  const leastContentPx = 16;
  const maxElements = 2_000;
  const asSeen = { opacityProperty: true, visibilityProperty: true };
  const names = /load(?:er|ing)|splash|spinner|curtain/i;
  const isLoader = (element: Element): boolean =>
    names.test(`${element.id} ${element.getAttribute('class')}`);
  const isHidden = (element: Element): boolean => {
    const { opacity, visibility, display } = getComputedStyle(element);
    return Number(opacity) < leastOpacity || visibility !== 'visible' || display === 'none';
  };
  if (body === null || isHidden(root) || isHidden(body)) return body !== null;
  const maxRefreshS = 6;
  const refresh = document.querySelector<HTMLMetaElement>('meta[http-equiv="refresh" i]');
  const [, seconds = Infinity, target] =
    /^\s*(\d+)[\d.]*\s*[;,]\s*(?:url\s*=)?\s*["']?([^"']+)/i.exec(refresh?.content ?? '') ?? [];
  const isLeft = target !== undefined && new URL(target, document.baseURI).href !== location.href;
  if (isLeft && Number(seconds) <= maxRefreshS) return true;
  const maxNoticeLength = 300;
  const notices =
    /\bredirect|just a moment|checking your browser|please wait|weitergeleitet|rediri(?:g|j)/i;
  if (body.innerText.length <= maxNoticeLength && notices.test(body.innerText)) return true;
  let node = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  for (; node !== null && node !== body; node = node.parentElement) {
    const { width, height } = node.getBoundingClientRect();
    const isCover = width >= innerWidth * coveredShare && height >= innerHeight * coveredShare;
    const isInFlow = /static|relative/.test(getComputedStyle(node).position);
    if (isCover && !isInFlow && isLoader(node)) return true;
  }
  const media = 'img,svg,canvas,video,iframe,object,embed,input,button,textarea,select';
  const nothing = /^rgba\(.*, 0\)$|^rgb\(255, 255, 255\)$|^transparent$/;
  const isFilled = ({ backgroundColor, backgroundImage }: CSSStyleDeclaration): boolean =>
    !nothing.test(backgroundColor) || backgroundImage !== 'none';
  const showsContent = (element: Element): boolean => {
    const { width, height, top, left, bottom, right } = element.getBoundingClientRect();
    const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    if (!isInView || width < leastContentPx || height < leastContentPx / 2) return false;
    const style = getComputedStyle(element);
    const hasText = [...element.childNodes].some(
      ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim() !== '',
    );
    const isText = hasText && !nothing.test(style.color);
    const isShown = isText || isFilled(style) || element.matches(media);
    return (isShown || element.shadowRoot !== null) && element.checkVisibility(asSeen);
  };
  if (isFilled(getComputedStyle(root)) || isFilled(getComputedStyle(body))) return false;
  const loaders = new Set<Element>();
  const elements = body.querySelectorAll('*');
  for (const element of [...elements].slice(0, maxElements)) {
    const { parentElement } = element;
    const isInLoader = parentElement !== null && loaders.has(parentElement);
    if (isInLoader || isLoader(element)) loaders.add(element);
    else if (showsContent(element)) return false;
  }
  return elements.length <= maxElements;
}

/**
 * Returns true if an image of the document may move by itself without a script: a GIF that plays once, or an
 * SVG with animations.
 */
export function hasMovingImages(): boolean {
  const moving = /\.(?:gif|apng|webp|svg)(?:[?#]|$)|^data:image\/(?:gif|apng|webp|svg)/i;
  const leastPx = 64;
  return [...document.images].some(
    ({ currentSrc, width, height }) =>
      moving.test(currentSrc) && width >= leastPx && height >= leastPx,
  );
}

/** Returns true if the document has content that the browser itself moves, or that moves in a frame. */
export function hasOwnMotion(): boolean {
  const parts = 'video, iframe, embed, object, marquee, img[src*=".gif" i], img[src*=".webp" i]';
  return document.querySelector(parts) !== null;
}

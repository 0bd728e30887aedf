/** Signals found in the document. Unit of shares: part of the viewport, 0 to 1. */
export interface DocumentSignals {
  readonly title: string;
  /** Text of the first `h1`. */
  readonly heading: string;
  /** The first visible text, at most 2 000 characters. */
  readonly text: string;
  /** Indexes of the markers that were found. */
  readonly markers: readonly number[];
  readonly hasPasswordField: boolean;
  /** True if an image, canvas, video, SVG or frame of at least 64 × 64 px is visible. */
  readonly hasMedia: boolean;
}

/** Signals of a page that is not complete. */
export interface CompletenessSignals {
  /** Images in the viewport, and those of them that have no pixels. */
  readonly imageCount: number;
  readonly missingImageCount: number;
  readonly placeholderShare: number;
  /** Share of an overlay that asks for consent to cookies. */
  readonly consentShare: number;
  /** True if an element near the centre moves without end. */
  readonly hasSpinner: boolean;
}

/**
 * Collects title, text, media and markers of the document. `markers` are pairs of kind and value;
 * the indexes of those found are returned.
 */
export function probeDocument(markers: readonly (readonly string[])[]): DocumentSignals {
  const maxText = 2_000;
  const maxNodes = 5_000;
  const maxScriptText = 500_000;
  const minTextArea = 20;
  const asSeen = { opacityProperty: true, visibilityProperty: true };
  const isVisible = (element: Element): boolean => element.checkVisibility(asSeen);
  const isLarge = (element: Element, share = 0): boolean => {
    const { width, height } = element.getBoundingClientRect();
    const areaShare = (width * height) / (innerWidth * Math.min(innerHeight, innerWidth));
    return width >= 64 && height >= 64 && areaShare >= share && isVisible(element);
  };
  // Text for screen readers is in boxes of one pixel, or outside the page.
  const hasArea = (element: Element): boolean => {
    const { width, height, right, bottom } = element.getBoundingClientRect();
    return width * height >= minTextArea && right > 0 && bottom > 0;
  };
  let text = '';
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let seen = 0; seen < maxNodes && text.length < maxText; seen += 1) {
    const node = walker.nextNode();
    if (node === null) break;
    const part = node.nodeValue?.trim().replace(/\s+/g, ' ') ?? '';
    const parent = node.parentElement;
    if (part !== '' && parent !== null && isVisible(parent) && hasArea(parent)) text += `${part} `;
  }
  let scripts = '';
  for (const { src, text: own } of document.scripts) {
    if (scripts.length < maxScriptText) scripts += `${src}\n${own.slice(0, 20_000)}\n`;
  }
  const frames = [...document.querySelectorAll('iframe')];
  const isFound = ([kind, value = '']: readonly string[]): boolean => {
    if (kind === 'script') return scripts.includes(value);
    if (kind === 'selector') return document.querySelector(value) !== null;
    return frames.some((frame) => frame.src.includes(value) && isLarge(frame, 0.3));
  };
  const media = document.querySelectorAll('img, canvas, video, svg, iframe, object, embed');
  return {
    title: document.title.slice(0, 200),
    heading: document.querySelector('h1')?.textContent.trim().slice(0, 200) ?? '',
    text: text.trim().slice(0, maxText),
    markers: markers.flatMap((marker, index) => (isFound(marker) ? [index] : [])),
    hasPasswordField: [...document.querySelectorAll('input[type=password]')].some(isVisible),
    hasMedia: [...media].slice(0, 500).some((element) => isLarge(element)),
  };
}

/**
 * Collects signs of a page that still loads, and of an overlay about cookies, in the viewport. A document
 * without placeholders and words about cookies is not searched for them point by point.
 */
export function probeCompleteness(widthPx: number, heightPx: number): CompletenessSignals {
  const images = [...document.images].filter((image) => {
    const { width, height, top, left, bottom, right } = image.getBoundingClientRect();
    const isInView = bottom > 0 && top < heightPx && right > 0 && left < widthPx;
    return isInView && width >= 32 && height >= 32 && image.checkVisibility();
  });
  const svg = /\.svg\b|^data:image\/svg/i;
  const isMissing = ({ complete, naturalWidth, currentSrc }: HTMLImageElement): boolean =>
    !complete || (naturalWidth === 0 && !svg.test(currentSrc));
  const placeholder =
    '[aria-busy=true], [class*=skeleton i], [class*=shimmer i], [class*=placeholder i]';
  const isEmpty = (element: Element): boolean =>
    element !== document.body &&
    element !== document.documentElement &&
    element.textContent.trim().length < 40 &&
    [...element.querySelectorAll('img')].every(isMissing);
  const consentWords = /cookie|consent|gdpr/i;
  const isConsent = (element: Element): boolean => {
    const { position } = getComputedStyle(element);
    const isAbove = position === 'fixed' || element.tagName === 'DIALOG';
    return (
      isAbove &&
      element.querySelector('button, [role=button], a') !== null &&
      consentWords.test(element.textContent.slice(0, 3_000))
    );
  };
  const hasPlaceholder = document.querySelector(placeholder) !== null;
  const mayBeCovered = hasPlaceholder || consentWords.test(document.documentElement.textContent);
  const [columns, rows] = [16, 10];
  const cells = mayBeCovered ? columns * rows : 0;
  let [placeholders, consents] = [0, 0];
  const isOverlay = new Map<Element, boolean>();
  for (let cell = 0; cell < cells; cell += 1) {
    const x = (((cell % columns) + 0.5) * widthPx) / columns;
    const y = ((Math.floor(cell / columns) + 0.5) * heightPx) / rows;
    const element = document.elementFromPoint(x, y);
    const found = element?.closest(placeholder);
    if (found !== null && found !== undefined && isEmpty(found)) placeholders += 1;
    let above = element;
    for (; above !== null && above !== undefined; above = above.parentElement) {
      if (!isOverlay.has(above)) isOverlay.set(above, isConsent(above));
      if (isOverlay.get(above) === true) break;
    }
    if (above !== null && above !== undefined) consents += 1;
  }
  const isCentral = ({ effect }: Animation): boolean => {
    if (effect?.getComputedTiming().endTime !== Infinity) return false;
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    const { left = 0, right = 0, top = 0, bottom = 0 } = target?.getBoundingClientRect() ?? {};
    const distance = Math.hypot((left + right - widthPx) / 2, (top + bottom - heightPx) / 2);
    return right > left && distance < heightPx / 4 && target?.checkVisibility() === true;
  };
  return {
    imageCount: images.length,
    missingImageCount: images.filter(isMissing).length,
    placeholderShare: placeholders / (columns * rows),
    consentShare: consents / (columns * rows),
    hasSpinner: document.getAnimations().some(isCentral),
  };
}

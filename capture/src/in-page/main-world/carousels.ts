import type { TimerGlobals } from './timers.ts';

/**
 * Runs after `recordTimers` and adds `hasCarousel` to its record. A carousel is an element with that ARIA role
 * description, a row of boxes of similar size that its container clips, or a stack of boxes with images of which one
 * is visible. Class names are not used, because they differ between libraries. Only carousels in the first viewport
 * count: further down, content that a timer shows matters more than the slide.
 */
export function findCarousels(): void {
  const timers = (globalThis as typeof globalThis & TimerGlobals).shotwrightTimers;
  if (timers === undefined) return;
  const max = { elements: 3_000, slides: 60, levels: 4, screens: 1 } as const;
  const least = { clipPx: 200, widthPx: 100, heightPx: 60, opacity: 0.1 } as const;
  const maxDifference = { width: 0.1, height: 0.5 } as const;
  const image = 'img, picture, video, [style*="background"]';

  const isInView = ({ top, bottom }: DOMRect): boolean =>
    top + scrollY < innerHeight * max.screens && bottom + scrollY > 0;
  const clipOf = (row: Element): DOMRect | undefined => {
    let box: Element | null = row;
    for (let level = 0; level < max.levels; level += 1, box = box.parentElement) {
      if (box === null || box === document.body) return undefined;
      if (getComputedStyle(box).overflowX !== 'visible') return box.getBoundingClientRect();
    }
    return undefined;
  };
  const isRow = (row: Element, slides: readonly Element[]): boolean => {
    const boxes = slides
      .map((slide) => slide.getBoundingClientRect())
      .filter(({ width, height }) => width >= least.widthPx && height >= least.heightPx);
    const clip = boxes.length > 1 ? clipOf(row) : undefined;
    if (clip === undefined || clip.width < least.clipPx || !isInView(clip)) return false;
    const isBeside = ({ left, right, top }: DOMRect): boolean =>
      (left >= clip.right - 1 || right <= clip.left + 1) && Math.abs(top - clip.top) < clip.height;
    const shown = boxes.find(({ left, right }) => left < clip.right - 1 && right > clip.left + 1);
    if (shown === undefined) return false;
    // Excludes an off-canvas menu next to the page, which has another size.
    const isAlike = ({ width, height }: DOMRect): boolean =>
      Math.abs(width / shown.width - 1) < maxDifference.width &&
      Math.abs(height / shown.height - 1) < maxDifference.height;
    return boxes.some((box) => isBeside(box) && isAlike(box));
  };
  const isStack = (slides: readonly Element[]): boolean => {
    const areImages = slides.every((slide) => slide.matches(image) || slide.querySelector(image));
    if (!areImages) return false;
    const shown = slides.filter((slide) => {
      const { opacity, visibility, display } = getComputedStyle(slide);
      return Number(opacity) >= least.opacity && visibility === 'visible' && display !== 'none';
    });
    const rect = shown[0]?.getBoundingClientRect();
    if (rect === undefined || shown.length > 1 || !isInView(rect)) return false;
    return rect.width >= least.clipPx && rect.height >= least.heightPx;
  };
  const isDescribed = (row: Element): boolean =>
    row.matches('[aria-roledescription="carousel" i]') && isInView(row.getBoundingClientRect());
  const isCarousel = (row: Element): boolean => {
    // Not its own property: a form has its field of that name there, such as the number of children in a hotel.
    const children: HTMLCollection = Reflect.get(Element.prototype, 'children', row);
    const slides = [...children];
    if (slides.length < 2 || slides.length > max.slides) return isDescribed(row);
    const areSlides = slides.every(({ tagName }) => tagName === slides[0]?.tagName);
    return isDescribed(row) || (areSlides && (isRow(row, slides) || isStack(slides)));
  };
  timers.hasCarousel = () => {
    try {
      return [...document.querySelectorAll('body *')].slice(0, max.elements).some(isCarousel);
    } catch {
      // Pages replace what is called here. Their timers must fire all the same.
      return false;
    }
  };
}
